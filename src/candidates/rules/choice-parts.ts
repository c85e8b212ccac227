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

/**
 * The words that choices are made in. Every pattern is tried on one sentence of a few hundred characters, in which code and
 * quotations are blanked out.
 */

/** What somebody says who has not decided. */
export const OPEN =
  /\b(?:could|might|maybe|perhaps|probably|would|wouldn't|should (?:we|i|it|they)|if (?:we|you|i|that|this|it|there)|wonder(?:ing)?|consider(?:ing)?|thinking (?:about|of)|suggest(?:ion)?s?|recommend(?:ed)?|propos(?:e|al)|possibl[ey]|ideally|in theory|whether|either|not sure|unsure|undecided|depends|let me know|i can(?!'t|not)|you can|we can(?! ?not|'t)|up to you|hypothetically)\b|\b(?:you|i|we|they|it)'d\b(?! rather)|\bnot? (?:\w+ )?decided\b|\bn't (?:\w+ )?(?:decided?|chosen|settled)\b|\bdecide (?:later|whether|between)\b|\b(?:vielleicht|könnten|würden?|sollten|falls|quizás|podríamos|tal vez|peut-être|pourrait|devrait)(?![\p{L}])/iu;

/** What begins a question, also where its mark was forgotten. */
export const ASKS =
  /^(?:(?:ok|hm+|and|so|but|also|hey|btw),? )*(?:should|shall|can|could|would|will|(?:do|does|did|has|have) (?:we|you|i|they|it|he|she|these|those)|is|are|was|were|why|what|what's|whats|how|which|who|when|where|any|want me|what if)\b(?! (?:not|n't)\b)/i;

/** A condition or a time, under which something is said and not chosen. */
export const SUBORDINATE = /^(?:before|unless|when|once|if|although|though|while|whenever)\b/i;

/** `…, not globally`. Where `not` belongs to a verb, or only weakens, nothing is chosen against. */
const NOT_THAT =
  /(?:,|\band|\bbut|[—–(]|\s-) not (?!only\b|yet\b|sure\b|just\b|because\b|that\b|to\b|so\b|all\b|every|much\b|even\b|necessarily\b|now\b|run\b|touch|\w+(?:ed|en)\b)/i;
/** What is chosen against comes after it. */
export const AGAINST = new RegExp(
  `\\b(?:instead of|rather than|in place of|statt|anstatt|anstelle von|en vez de|en lugar de|plutôt que|au lieu de)\\b|${NOT_THAT.source}`,
  "i",
);
/** `Over` compares only after a word for choosing, and `than` after `rather`. */
export const AGAINST_OVER =
  /\b(?:(?:chose|chosen|choose|picked|pick|prefer(?:red)?|opt(?:ed)? for|went with|go with|going with|favou?r(?:ed)?)\b.{1,120}?\bover|rather\b.{3,120}?\bthan)\b/i;
/** What is chosen against stands between. */
const MOVED_FROM =
  /\b(?:replac(?:e|es|ed|ing)|drop(?:s|ped|ping)?|(?:switch|mov|migrat)(?:e|es|ed|ing)? (?:away )?from) (.{2,80}?) (?:with|by|to|for|in favou?r of)\b/i;

/** A measurement is compared: `14 s instead of 21 s`. */
export const COMPARES_NUMBERS =
  /\d\S*(?: \S{1,8})? (?:instead of|rather than) (?:the |about |only |almost )?\d/i;

/** What comes after it is the reason. */
const REASON =
  /(?:[,;:(–—-]\s*|\s)(?:because(?: of)?|(?:be)?cause|cuz|bc|since(?! (?:then|last|yesterday|monday|the (?:update|upgrade|release|last|move)|v?\d|january|february|march|april|may|june|july|august))|given that|due to|otherwise|in case|so that|to avoid|to keep|weil|denn|porque|ya que|parce que)\b|[,;(–—]\s*(?:as|so) (?=(?:it|its|they|we|the|this|that|you|your|there|no|most|all|our|a|an|nobody|only|fewer)\b)/i;
/** A sign after which a reason may follow without a word for it. */
const REASON_SIGN =
  /(?::| [–—-]) (?=\S+ \S+ \S)|; (?=.*\b(?:would|can't|cannot|needs?|too|doesn't|don't|isn't|has no|have no|signed off|wants?)\b)/i;
/** What follows a mere comma is a reason only if it has a verb: `…, mongo gave us grief with joins`. */
export const HAS_VERB =
  /\b(?:is|are|was|were|has|have|had|gave|gives?|does|doesn'?t|don'?t|can'?t|cannot|can|won'?t|will|needs?|wants?|takes?|took|costs?|changes?|changed|breaks?|broke|works?|worked|supports?|hates?|knows?|it's|its|that's|thats|they're|we're|isn'?t|aren'?t|enough|never|runs?|lasts?|makes?|made|fits?|scales?|already|hurts?|bites?|bit|killed|lost|loses?|saves?|means?|nobody|everybody|everyone|they|users|customers)\b|^\S+ \w{3,}(?:s|ed)\b/i;

/** A next sentence that says why. */
export const REASON_FOLLOWS =
  /^(?:otherwise|because|that way|this way|the reason|reason:)\b|^(?:it|this|that) (?:keeps|avoids|saves|means|lets|spares|makes)\b|\b(?:the other option|the alternative|would have|would need|would add|I considered|you said)\b/i;
