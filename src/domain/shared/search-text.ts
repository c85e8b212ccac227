/**
 * Scripts that are written without spaces between words, and Korean, whose words carry their particles with them. The
 * long-vowel mark of Japanese belongs to no script of its own.
 */
const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30FC]";
const CJK_RUN = new RegExp(`${CJK}+`, "gu");
const CJK_OR_NOT = new RegExp(`${CJK}+|(?:(?!${CJK}).)+`, "gsu");
const LETTER = /[\p{L}\p{N}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const IDENTIFIER = /[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)*/gu;
/** `get|User|By|Id`, `HTTP|Server`, `max_|retries`. */
const SEAM = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** PostgreSQL, JavaScript: written like an identifier, but a word; its parts mean something else. */
const TWO_CAPITALS = /^\p{Lu}[\p{L}\p{N}]*$/u;
const QUOTED = /"([^"]*)"|“([^”]*)”|「([^」]*)」/gu;
/**
 * Marks the first character of a run. A Korean word begins with what it means and ends with what it does in its sentence,
 * so the same beginning says more than the same character anywhere. Runs are cut out of their surroundings, so no text
 * has a letter joined to such a character by itself.
 */
const BEGINS = "w";
/** A longer text is looked up by its beginning. */
const MOST_TERMS = 400;

/** What a text asks the word index for. */
export interface TextQuery {
  /** Distinct, lowercase, in the order they came, at most 400. Nothing but letters and digits, so that they can be quoted. */
  readonly terms: readonly string[];
  /** What stood in quotation marks. Each is a list of sequences, and a text has it when it has them all. */
  readonly phrases: readonly (readonly string[])[];
  /** Nothing stands outside the quotation marks: then they are meant word for word, and not as part of a sentence. */
  readonly onlyPhrases: boolean;
  /** The share of CJK among its letters and digits, 0 to 1. */
  readonly cjkShare: number;
}

/**
 * A text as the word index sees it. Each CJK run becomes its characters, their pairs and its beginning, so that a part of
 * a compound is found too; an identifier is followed by its parts, so that it is found in one piece, by a part, and
 * however it is spelled elsewhere. Documents and queries go through the same function, in every store.
 */
export function indexText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(IDENTIFIER, wholeAndParts)
    .replace(CJK_RUN, (run) => ` ${[...run, ...pairsOf(run), beginningOf(run)].join(" ")} `);
}

/** The distinct words to look a text up by, in the order they came. */
export function searchTerms(text: string): string[] {
  return [...new Set(wordsOf(indexText(text)))].slice(0, MOST_TERMS);
}

export function textQuery(text: string): TextQuery {
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, straight, curly, corner]) => sequencesOf(straight ?? curly ?? corner ?? ""))
    .filter((sequences) => sequences.length > 0);
  return {
    terms: searchTerms(text),
    phrases,
    onlyPhrases: phrases.length > 0 && text.replace(QUOTED, "").search(LETTER) === -1,
    cjkShare: cjkShare(text),
  };
}

function cjkShare(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  const cjk = (text.match(CJK_RUN) ?? []).reduce((sum, run) => sum + [...run].length, 0);
  return letters === 0 ? 0 : cjk / letters;
}

function wordsOf(indexed: string): string[] {
  return indexed.toLowerCase().match(WORD) ?? [];
}

function wholeAndParts(identifier: string): string {
  const parts = identifier.split(SEAM);
  const isWord = parts.length === 1 || (parts.length === 2 && TWO_CAPITALS.test(identifier));
  return isWord ? identifier : `${parts.join("")} ${parts.join(" ")}`;
}

function beginningOf(run: string): string {
  const [first = ""] = run;
  return `${BEGINS}${first}`;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/**
 * The words of a quotation as they stand side by side in an indexed text. Of a CJK run only the pairs do, whatever the
 * run goes on with, so each run is a sequence of its own.
 */
function sequencesOf(quotation: string): string[] {
  return (quotation.normalize("NFKC").match(CJK_OR_NOT) ?? []).map(sequenceOf).filter((one) => one !== "");
}

function sequenceOf(piece: string): string {
  if (piece.search(CJK_RUN) === -1) return wordsOf(indexText(piece)).join(" ");
  return [...piece].length === 1 ? piece : pairsOf(piece).join(" ");
}
