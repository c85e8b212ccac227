import { AGAINST, AGAINST_OVER, HAS_VERB, MOVED_FROM, REASON, REASON_SIGN } from "./choice-words.ts";

/** A sentence taken apart at what it chooses against and why. */
export interface ChoiceParts {
  /** Up to the reason. */
  readonly main: string;
  /** The same, with code and quotations blanked out. */
  readonly maskedMain: string;
  readonly alternatives: readonly string[];
  readonly reasoning?: string | undefined;
}

/** The part of a sentence that chooses. */
export interface SentenceChoice {
  readonly quote: string;
  readonly parts: ChoiceParts;
}

const MOST_OF_ALTERNATIVE = 120;
/** A reason without a word for it has a verb, and this many words. */
const LEAST_WORDS_OF_REASON = 3;
/** Where the part of a sentence ends that names what was chosen against. */
const ENDS_ALTERNATIVE =
  /[,;:]\s|\s[–—-]\s|[.!)]+$|\s(?:because|since|so|as|when|while|until|for|but|and (?:we|i|then))\s/i;
/** After a comma it goes on with the choice, or with something to do. */
const GOES_ON =
  /^(?:and|or|but|not|no|only|also|instead|rather|then|so|with|without|for|in|on|at|to|from|by|as|please|pls|except|even|which|plus|add|adjust|build|bump|change|check|commit|convert|create|delete|do|document|drop|extend|fix|keep|leave|let|make|merge|migrate|move|push|put|refactor|remove|rename|run|set|show|start|take|test|update|use|wire|write)\b/i;

/** `offset` is where the words that choose end: only what follows can be a reason without a word for it. */
export function partsOf(text: string, masked: string, offset: number, isPerson: boolean): ChoiceParts {
  const { end, start } = reasonIn(masked, offset, isPerson);
  const main = text.slice(0, end).trim();
  const maskedMain = masked.slice(0, end);
  const reasoning = start === undefined ? undefined : trimmed(text.slice(start));
  return {
    main,
    maskedMain,
    alternatives: alternativesIn(text, maskedMain),
    ...(reasoning && { reasoning }),
  };
}

function reasonIn(
  masked: string,
  offset: number,
  isPerson: boolean,
): { readonly end: number; readonly start?: number | undefined } {
  const word = REASON.exec(masked);
  const found = [
    ...(word && word.index > 0 ? [{ end: word.index, start: word.index + word[0].length }] : []),
    ...signAfter(masked, offset, REASON_SIGN),
    ...(isPerson ? clauseAfter(masked, offset) : []),
  ];
  return found.sort((a, b) => a.end - b.end)[0] ?? { end: masked.length };
}

function signAfter(masked: string, offset: number, sign: RegExp): { end: number; start: number }[] {
  const found = sign.exec(masked.slice(offset));
  if (!found) return [];
  const end = offset + found.index;
  return [{ end, start: end + found[0].length }];
}

/** People give reasons after a mere comma: `…, mongo gave us grief with joins`. */
function clauseAfter(masked: string, offset: number): { end: number; start: number }[] {
  for (let comma = masked.indexOf(", ", offset); comma !== -1; comma = masked.indexOf(", ", comma + 2)) {
    const clause = masked.slice(comma + 2);
    if (clause.split(" ").length >= LEAST_WORDS_OF_REASON && !GOES_ON.test(clause) && HAS_VERB.test(clause))
      return [{ end: comma, start: comma + 2 }];
  }
  return [];
}

function alternativesIn(text: string, maskedMain: string): string[] {
  const against = AGAINST.exec(maskedMain) ?? AGAINST_OVER.exec(maskedMain);
  if (against) {
    const from = against.index + against[0].length;
    const until = maskedMain.slice(from).search(ENDS_ALTERNATIVE);
    return named(text.slice(from, until === -1 ? maskedMain.length : from + until));
  }
  const moved = MOVED_FROM.exec(maskedMain);
  if (!moved?.[1]) return [];
  const from = moved.index + moved[0].indexOf(moved[1]);
  return named(text.slice(from, from + moved[1].length));
}

function named(alternative: string): string[] {
  const text = trimmed(alternative).replace(/ (?:also|too|here|now|then)$/i, "");
  return text.length > 0 && text.length <= MOST_OF_ALTERNATIVE ? [text] : [];
}

function trimmed(text: string): string {
  return withoutEmphasis(text)
    .replace(/^[\s,;:–—-]+/, "")
    .replace(/[\s,;:.!–—-]+$/, "");
}

export const withoutEmphasis = (text: string): string =>
  text.replaceAll("**", "").replace(/\s+/g, " ").trim();
