import { type Compound, compoundsIn } from "./compounds.ts";
import { baseFormOf } from "./irregular-forms.ts";
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
const FILE_ENDING = /^\.[a-z][a-z\d]{0,4}\b/i;
const QUOTED = /"([^"]*)"|“([^”]*)”|「([^」]*)」/gu;
/**
 * Marks the first character of a run. A Korean word starts with its meaning and ends with its grammar, so sharing the
 * first character says more than sharing one anywhere. Runs are separated from the surrounding text, so the mark joined
 * to a character cannot come from the text itself.
 */
const RUN_START = "w";
/**
 * Marks a compound as one word where it is written in parts, so that a query in the same spelling does not find it twice.
 * No text has a word of this Greek letter and Latin ones.
 */
const JOINED = "ϙ";
/** Shorter words are hardly ever compounds. */
const COMPOUND = /^[a-z\d]{4,}$/;
/** Terms beyond this number are ignored. */
const MAX_TERMS = 400;

/** The wordings of one thing, the one in the query first. Each is a list of terms. */
export type Alternatives = readonly (readonly string[])[];

/** A term for a whole compound, and those for its parts. */
export interface OneWord {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** A text as a query to the word index. */
export interface TextQuery {
  /**
   * Distinct, lowercase, in the order of the text, then in other wordings, at most 400. Only letters, digits and single
   * spaces between the words of an abbreviation, so they can be quoted safely.
   */
  readonly terms: readonly string[];
  /** All words in their order, as the index has them. */
  readonly words: readonly string[];
  /** Terms that say the same, which ask for one thing together. */
  readonly alternatives?: readonly Alternatives[] | undefined;
  /** The compounds whose parts are not searched for where the memory has the whole. */
  readonly oneWords?: readonly OneWord[] | undefined;
  /** Terms that count only in rows without all of these others, which say the same. */
  readonly onlyWithout?: ReadonlyMap<string, readonly string[]> | undefined;
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
 * in other spellings. An irregular form becomes the word it belongs to. Compounds follow the text as one marked word, where
 * they separate no words that a quotation wants side by side. Documents and queries go through this same function, in every
 * store.
 */
export function indexText(text: string): string {
  const compounds = compoundsIn(text.normalize("NFKC"));
  return [wordsInPlace(text), ...compounds.map(({ joined }) => `${JOINED}${joined}`)].join(" ");
}

/** The distinct words of a text as they are written, in order. */
export function searchTerms(text: string): string[] {
  return distinct(wordsOf(split(text)));
}

/** A text as a query. If it is a question, the topic that it names is what it asks about. */
export const textQuery = (text: string): TextQuery => ({
  ...plainQuery(text),
  topicKey: topicKey(questionCore(text)),
});

/** The same for what is no question. Looking for one takes a while where it is the first search of a program. */
export function plainQuery(text: string): TextQuery {
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, straight, curly, corner]) => sequencesOf(straight ?? curly ?? corner ?? ""))
    .filter((sequences) => sequences.length > 0);
  const words = wordsOf(wordsInPlace(text));
  const alternatives = alternativesIn(text.normalize("NFKC"), words);
  return {
    terms: distinct([...words, ...alternatives.flat(2)]),
    words,
    alternatives,
    oneWords: oneWordsIn(text.normalize("NFKC"), words),
    phrases,
    onlyPhrases: phrases.length > 0 && text.replace(QUOTED, "").search(LETTER) === -1,
    cjkShare: cjkShare(text),
    topicKey: topicKey(text),
  };
}

/**
 * What somebody asks as a query: words such as `what did we decide about` are not searched for. A quotation that such
 * words surround is still within a sentence.
 */
export function questionQuery(text: string): TextQuery {
  const query = textQuery(questionCore(text));
  return { ...query, onlyPhrases: query.onlyPhrases && textQuery(text).onlyPhrases };
}

/** All words of a text in their order, as they are in its index. */
export const indexedWords = (text: string): readonly string[] => wordsOf(wordsInPlace(text));

/** Words that are side by side in a text, as they are in its index. */
export const phraseOf = (text: string): string => indexedWords(text).join(" ");

function alternativesIn(text: string, words: readonly string[]): Alternatives[] {
  const compounds = compoundsIn(text);
  const isCompound = new Set(compounds.flatMap(({ parts }) => (parts.length === 1 ? parts : [])));
  const identifiers = [...text.matchAll(IDENTIFIER)]
    .map(({ 0: identifier, index }) => partsOf(identifier, index, text).map((part) => part.toLowerCase()))
    .filter((parts) => parts.length > 1);
  return [
    ...identifiers.map((parts) => [[parts.join("")], parts.map(baseFormOf)]),
    ...compounds.map((compound) => [compound.parts.map(baseFormOf), [termOf(compound)]]),
    ...distinct(words)
      .filter((word) => COMPOUND.test(word) && !isCompound.has(word))
      .map((word) => [[word], [`${JOINED}${word}`]]),
  ];
}

/** A compound that is one word in every spelling is always marked; others only where they are written in parts. */
const termOf = ({ joined, isOneWord }: Compound): string => (isOneWord ? `${JOINED}${joined}` : joined);

/** Parts that also stand elsewhere in the text are asked for by themselves. */
function oneWordsIn(text: string, words: readonly string[]): OneWord[] {
  const compounds = compoundsIn(text).filter(({ isOneWord }) => isOneWord);
  const parts = compounds.flatMap((compound) => compound.parts.map(baseFormOf));
  const times = (word: string, among: readonly string[]): number =>
    among.filter((other) => other === word).length;
  return compounds.map((compound) => ({
    whole: termOf(compound),
    parts: compound.parts.map(baseFormOf).filter((part) => times(part, words) <= times(part, parts)),
  }));
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MAX_TERMS);

/** With the words at their places, so that those of a quotation are side by side. */
function wordsInPlace(text: string): string {
  return split(text).replace(WORD, (word) => {
    const lower = word.toLowerCase();
    const base = baseFormOf(lower);
    return base === lower ? word : base;
  });
}

function split(text: string): string {
  return text
    .normalize("NFKC")
    .replace(IDENTIFIER, wholeAndParts)
    .replace(CJK_RUN, (run) => ` ${[...run, ...pairsOf(run), beginningOf(run)].join(" ")} `);
}

function cjkShare(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  const cjk = (text.match(CJK_RUN) ?? []).reduce((sum, run) => sum + [...run].length, 0);
  return letters === 0 ? 0 : cjk / letters;
}

function wordsOf(indexed: string): string[] {
  return indexed.toLowerCase().match(WORD) ?? [];
}

function wholeAndParts(identifier: string, at: number, text: string): string {
  const parts = partsOf(identifier, at, text);
  return parts.length === 1 ? identifier : `${parts.join("")} ${parts.join(" ")}`;
}

/** The parts of an identifier; a word is its only part. */
function partsOf(identifier: string, at: number, text: string): string[] {
  const parts = identifier.split(IDENTIFIER_BOUNDARY);
  if (parts.length !== 2 || !CAPITALISED.test(identifier)) return parts;
  const isFile = FILE_ENDING.test(text.slice(at + identifier.length, at + identifier.length + 8));
  return isFile ? parts : [identifier];
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
  if (piece.search(CJK_RUN) === -1) return phraseOf(piece);
  return [...piece].length === 1 ? piece : pairsOf(piece).join(" ");
}
