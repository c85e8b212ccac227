import { questionCore } from "./question-frame.ts";
import { topicKey } from "./topic-key.ts";

/**
 * Scripts without spaces between words, and Korean, where particles are attached to words. The long-vowel mark of
 * Japanese (U+30FC) belongs to no script, so it is listed.
 */
const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30FC]";
const CJK_RUN = new RegExp(`${CJK}+`, "gu");
const CJK_OR_OTHER_RUN = new RegExp(`${CJK}+|(?:(?!${CJK}).)+`, "gsu");
const LETTER = /[\p{L}\p{N}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const IDENTIFIER = /[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)*/gu;
/** `get|User|By|Id`, `HTTP|Server`, `max_|retries`. */
const IDENTIFIER_BOUNDARY = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** PostgreSQL, JavaScript: looks like an identifier but is one word, whose parts mean something else. */
const CAPITALISED = /^\p{Lu}[\p{L}\p{N}]*$/u;
const QUOTED = /"([^"]*)"|“([^”]*)”|「([^」]*)」/gu;
/**
 * Marks the first character of a run. A Korean word starts with its meaning and ends with its grammar, so sharing the
 * first character says more than sharing one anywhere. Runs are separated from the surrounding text, so the mark joined
 * to a character cannot come from the text itself.
 */
const RUN_START = "w";
/** Terms beyond this number are ignored. */
const MAX_TERMS = 400;

/** A text as a query to the word index. */
export interface TextQuery {
  /**
   * Distinct, lowercase, in the order of the text, at most 400. Only letters and digits, so they can be quoted safely.
   */
  readonly terms: readonly string[];
  /** The quoted parts. Each is a list of word sequences, and a text matches when it contains all of them. */
  readonly phrases: readonly (readonly string[])[];
  /** True if the query is nothing but quotations: then a match has to contain them word for word. */
  readonly onlyPhrases: boolean;
  /** The share of CJK characters among the letters and digits, 0 to 1. */
  readonly cjkShare: number;
  /** Equal to that of a topic which the query names, also in a question such as "What did we decide about …?". */
  readonly topicKey: string;
}

/**
 * A text as the word index stores it. A CJK run becomes its characters, their pairs and its marked first character, so
 * that a part of a compound is found. An identifier is followed by its parts, so that it is found whole, by a part, and
 * in other spellings. Documents and queries go through this same function, in every store.
 */
export function indexText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(IDENTIFIER, wholeAndParts)
    .replace(CJK_RUN, (run) => ` ${[...run, ...pairsOf(run), beginningOf(run)].join(" ")} `);
}

/** The distinct words of a text, in order. */
export function searchTerms(text: string): string[] {
  return [...new Set(wordsOf(indexText(text)))].slice(0, MAX_TERMS);
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
    topicKey: topicKey(questionCore(text)),
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
  const parts = identifier.split(IDENTIFIER_BOUNDARY);
  const isWord = parts.length === 1 || (parts.length === 2 && CAPITALISED.test(identifier));
  return isWord ? identifier : `${parts.join("")} ${parts.join(" ")}`;
}

function beginningOf(run: string): string {
  const [first = ""] = run;
  return `${RUN_START}${first}`;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/**
 * The words of a quotation that are adjacent in an indexed text. In a CJK run only the pairs are, so each run is a
 * sequence of its own.
 */
function sequencesOf(quotation: string): string[] {
  return (quotation.normalize("NFKC").match(CJK_OR_OTHER_RUN) ?? [])
    .map(sequenceOf)
    .filter((sequence) => sequence !== "");
}

function sequenceOf(piece: string): string {
  if (piece.search(CJK_RUN) === -1) return wordsOf(indexText(piece)).join(" ");
  return [...piece].length === 1 ? piece : pairsOf(piece).join(" ");
}
