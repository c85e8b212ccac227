/** Splits a text into sentences, and finds phrases in them in any form of their words. */

import { stemOf } from "../../../shared/words/word-forms.ts";

/** A sentence as words: lowercase, without articles. */
export interface Sentence {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** For each word the number of its clause; clauses end at commas and the like, and before words such as `because`. */
  readonly clauses: readonly number[];
}

/** A range of words; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const SENTENCE_END = /[.!?。]+(?=\s|$)|[;\n]+|\.{3}/u;
/** Hangul is a word of its own, because Korean particles are attached to foreign words: `jwt를`. */
const WORD_OR_MARK = /\p{Script=Hangul}+|(?:(?!\p{Script=Hangul})[\p{L}\p{N}_])+|[,:()–—]|\s-\s/gu;
/** Of an address only the scheme says something about a decision. */
const ADDRESS = /\b(https?):\/\/\S+/g;
const IS_WORD = /^[\p{L}\p{N}_]/u;
const ARTICLES = new Set("a an the our your their its my his her this these those some".split(" "));
/** `Without any tests` is `without tests`, but `any file` is more than `file`. */
const DENIALS = new Set(["without", "not", "never", "no"]);
const OPENS_A_CLAUSE = new Set(
  "because since so but although though whereas while therefore hence".split(" "),
);

export function sentencesOf(text: string): Sentence[] {
  return text
    .normalize("NFKC")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(ADDRESS, " $1 ")
    .split(SENTENCE_END)
    .map(sentenceOf)
    .filter(({ words }) => words.length > 0);
}

function sentenceOf(text: string): Sentence {
  const words: string[] = [];
  const clauses: number[] = [];
  let clause = 0;
  for (const [found] of text.matchAll(WORD_OR_MARK)) {
    if (!IS_WORD.test(found)) {
      if (clauses.at(-1) === clause) clause++;
    } else if (!ARTICLES.has(found) && !(found === "any" && DENIALS.has(words.at(-1) ?? ""))) {
      if (OPENS_A_CLAUSE.has(found) && clauses.at(-1) === clause) clause++;
      words.push(found);
      clauses.push(clause);
    }
  }
  return { words, stems: words.map(stemOf), clauses };
}

/** A word of a phrase: all forms of a word, or all words that begin like it (`pars*`). */
type Part = { readonly stem: string } | { readonly prefix: string };

interface ParsedPhrase {
  readonly phrase: string;
  readonly parts: readonly Part[];
}

/** Finds many phrases in a sentence at once, by looking up each word as the first one of a phrase. */
export interface PhraseFinder {
  /** All matches of each phrase that is there. */
  find(sentence: Sentence): ReadonlyMap<string, readonly Span[]>;
}

export function phraseFinder(phrases: Iterable<string>): PhraseFinder {
  const byStem = new Map<string, ParsedPhrase[]>();
  const byPrefix = new Map<string, ParsedPhrase[]>();
  for (const phrase of new Set(phrases)) {
    for (const parts of spellingsOf(phrase)) {
      const [first] = parts;
      if (!first) continue;
      if ("stem" in first) push(byStem, first.stem, { phrase, parts });
      else push(byPrefix, first.prefix, { phrase, parts });
    }
  }
  return {
    find(sentence) {
      const found = new Map<string, Span[]>();
      const look = (candidates: readonly ParsedPhrase[] | undefined, start: number): void => {
        for (const { phrase, parts } of candidates ?? []) {
          if (isAt(parts, sentence, start)) push(found, phrase, { start, end: start + parts.length });
        }
      };
      for (const [start, word] of sentence.words.entries()) {
        look(byStem.get(sentence.stems[start] ?? ""), start);
        for (let length = 1; length <= word.length; length++)
          look(byPrefix.get(word.slice(0, length)), start);
      }
      return found;
    },
  };
}

/** `plain text` is also written as one word; a hyphen separates words like a space. */
function spellingsOf(phrase: string): Part[][] {
  const words = phrase.split(" ");
  const spaced = words.map(partOf);
  const joined = spaced.slice(1).flatMap((part, i) => {
    const before = words[i] ?? "";
    if (before.endsWith("*")) return [];
    const one = "stem" in part ? { stem: before + part.stem } : { prefix: before + part.prefix };
    return [[...spaced.slice(0, i), one, ...spaced.slice(i + 2)]];
  });
  return [spaced, ...joined];
}

const parts = new Map<string, Part>();

/** Cached without limit: all phrases come with the program. */
function partOf(word: string): Part {
  const known = parts.get(word);
  if (known) return known;
  const part = word.endsWith("*") ? { prefix: word.slice(0, -1) } : { stem: stemOf(word) };
  parts.set(word, part);
  return part;
}

/** The first part was looked up. */
function isAt(parts: readonly Part[], sentence: Sentence, start: number): boolean {
  for (let i = 1; i < parts.length; i++) {
    if (!matches(parts[i] as Part, sentence, start + i)) return false;
  }
  return true;
}

function matches(part: Part, { words, stems }: Sentence, i: number): boolean {
  return "stem" in part ? stems[i] === part.stem : (words[i] ?? "").startsWith(part.prefix);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
