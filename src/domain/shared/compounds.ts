import { PAIRS } from "./compound-pairs.ts";
import { stemOf } from "./word-forms.ts";

/** A word that is also written in another way. */
export interface Compound {
  /** As they stand in the text, lowercase; a single one if it is written as one word. */
  readonly parts: readonly string[];
  /** The same as one word. Those that mean the same have one name: `log in` is `signin`. */
  readonly joined: string;
  /** Whether it is known to be one word in every spelling, so that its parts say nothing by themselves. */
  readonly isOneWord: boolean;
}

/** Written before any word, with a hyphen, a space or nothing in between. */
const PREFIXES = new Set(
  "anti auto hyper macro meta micro mini mono multi non pre semi sub super ultra".split(" "),
);

/** Names of the same thing, by the one under which all of them are indexed. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["login", "signin"],
  ["logon", "signin"],
  ["signon", "signin"],
  ["logout", "signout"],
  ["logoff", "signout"],
]);

const SECONDS: ReadonlyMap<string, { readonly first: string; readonly seconds: ReadonlySet<string> }> =
  new Map(
    PAIRS.trim()
      .split("\n")
      .map((line) => {
        const [first = "", ...seconds] = line.trim().split(" ");
        return [stemOf(first), { first, seconds: new Set(seconds) }];
      }),
  );

const ONE_WORDS: ReadonlySet<string> = new Set(
  [...SECONDS.values()].flatMap(({ first, seconds }) => [...seconds].map((second) => `${first}${second}`)),
);

const WORD = /[\p{Script=Latin}\p{N}]+/gu;
const HYPHEN = /^[-\u2010\u2011]$/u;
const SPACE = /^\s+$/u;
const LETTER = /\p{L}/u;
/** Longer chains are names or phrases that nobody writes as one word. */
const MOST_PARTS = 3;
const LONGEST_JOINED = 40;
const SHORTEST_AFTER_PREFIX = 3;

/** The compounds of a text in order. A word can be in several. */
export function compoundsIn(text: string): Compound[] {
  const lower = text.toLowerCase();
  const words = [...lower.matchAll(WORD)];
  const found: Compound[] = [];
  let chain: string[] = [];
  for (const [i, match] of words.entries()) {
    const word = match[0];
    const next = words[i + 1];
    const gap = next && lower.slice(match.index + word.length, next.index);
    if (isIn(ONE_WORDS, word)) found.push(oneWord([word], word));
    chain.push(word);
    if (gap !== undefined && HYPHEN.test(gap)) continue;
    if (chain.length > 1) found.push(...hyphenated(chain));
    chain = [];
    if (next && gap !== undefined && SPACE.test(gap)) found.push(...open(word, next[0]));
  }
  return found;
}

function hyphenated(parts: readonly string[]): Compound[] {
  const joined = parts.join("");
  if (parts.length > MOST_PARTS || joined.length > LONGEST_JOINED || !LETTER.test(joined)) return [];
  const [first = "", second = ""] = parts;
  const pair = parts.length === 2 ? listedPair(first, second) : undefined;
  return [pair === undefined ? { parts, joined, isOneWord: false } : oneWord(parts, pair)];
}

function open(first: string, second: string): Compound[] {
  const pair = listedPair(first, second);
  if (pair !== undefined) return [oneWord([first, second], pair)];
  if (!PREFIXES.has(first) || second.length < SHORTEST_AFTER_PREFIX) return [];
  return [{ parts: [first, second], joined: `${first}${second}`, isOneWord: false }];
}

function listedPair(first: string, second: string): string | undefined {
  const known = SECONDS.get(stemOf(first));
  return known && isIn(known.seconds, second) ? `${known.first}${second}` : undefined;
}

function oneWord(parts: readonly string[], joined: string): Compound {
  const name = OTHER_NAMES.get(joined) ?? OTHER_NAMES.get(joined.replace(/s$/, ""));
  return { parts, joined: name ?? joined, isOneWord: true };
}

/** Or its singular. */
const isIn = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(word.replace(/s$/, ""));
