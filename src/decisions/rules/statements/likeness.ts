/** How alike two statements are: in their words, in the way they go, and in the places where they differ. */

import { comparedTexts, isOtherChoice, type StatedChoice, sameChoice } from "./choice.ts";

/** Words that say nothing about the way something is done. */
const STOP_WORDS = new Set(
  `a all also an and are as at be by can do each every for from has have in into is it its keep let make more of on one only
   or our own put should so some take than that the their then this to up use uses using via we when where which will
   with`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+(?:[.+#][\p{L}\p{N}]+|\+\+|#)?/gu;
/** Endings without which two forms of a word are equal, the longest first. */
const ENDINGS = ["ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "ed", "es", "s", "ly"];
/** What is left of a word without its ending is at least this long. */
const MIN_STEM = 4;

/** The words of a text in their base form, without stop words. */
export function baseWords(text: string): ReadonlySet<string> {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(baseForm));
}

function baseForm(word: string): string {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= MIN_STEM);
  const base = ending === undefined ? word : word.slice(0, -ending.length);
  return base.endsWith("e") && base.length > MIN_STEM ? base.slice(0, -1) : base;
}

/** The share of common words: 0 without any, 1 for equal texts. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const common = [...a].filter((word) => b.has(word)).length;
  return common / Math.sqrt(a.size * b.size);
}

/** The words of a decision, for what it takes and for each thing it turns down. */
interface WayWords {
  readonly taken: ReadonlySet<string>;
  readonly turnedDown: readonly ReadonlySet<string>[];
}

/** A cache: each is compared many times. A decision that was edited is read as another object. */
const knownWords = new WeakMap<StatedChoice, WayWords>();

export function wayWords(stated: StatedChoice): WayWords {
  const known = knownWords.get(stated);
  if (known) return known;
  const { statement, alternatives } = comparedTexts(stated);
  const words = { taken: baseWords(statement), turnedDown: alternatives.map(baseWords) };
  knownWords.set(stated, words);
  return words;
}

/** How much a text resembles what a decision takes more than what it turns down. */
export function resemblance({ taken, turnedDown }: WayWords, text: ReadonlySet<string>): number {
  return similarity(taken, text) - mean(turnedDown.map((words) => similarity(words, text)));
}

/**
 * How much more two decisions about one thing resemble each other than what the other one turned down; negative if they
 * go different ways.
 */
export function affinity(one: StatedChoice, other: StatedChoice): number {
  if (isOtherChoice(one, other)) return -1;
  const words = wayWords(one);
  const { taken, turnedDown } = wayWords(other);
  return resemblance(words, taken) - mean(turnedDown.map((text) => resemblance(words, text)));
}

/**
 * Whether two decisions about one thing went the same way. Of the decisions in `bench/judgement/siblings.json` that may
 * be used for fitting, 60 % of those that went the same way are recognised, and 14 % of those that did not.
 */
export function sameWay(one: StatedChoice, other: StatedChoice): boolean {
  return sameChoice(one, other) || affinity(one, other) >= SAME_WAY_FROM;
}

const SAME_WAY_FROM = 0.05;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How the words of two statements are alike. Two values for one thing differ in one place: *Invoices are due after 30
 * days* and *after 14 days*. Two things that each have a value differ in several: *Keep audit logs for seven years* and
 * *Keep debug logs for 14 days*.
 */
type Likeness = "one place" | "several places" | "other words";

/** Two statements are alike if this share of the words of the shorter one is in both. */
const LEAST_COMMON = 0.5;

const ORDERED_WORD = /[\p{L}\p{N}_]+/gu;
const ARTICLE = /^(?:an?|the)$/;
/** A reason or a condition often follows. */
const CLAUSE_END = /[,;:.—(](?:\s|$)|\s(?:because|since|so that)\s/iu;

/** The words in their order, of the whole statement and of its first clause. */
interface OrderedWords {
  readonly all: readonly string[];
  readonly first: readonly string[];
}

/** A cache: each is compared several times. A decision that was edited is read as another object. */
const knownOrders = new WeakMap<StatedChoice, OrderedWords>();

function orderOf(stated: StatedChoice): OrderedWords {
  const known = knownOrders.get(stated);
  if (known) return known;
  const { statement } = comparedTexts(stated);
  const [firstClause = ""] = statement.split(CLAUSE_END);
  const words = { all: inOrder(statement), first: inOrder(firstClause) };
  knownOrders.set(stated, words);
  return words;
}

/** With `for`, `in` and `to`, because they stand between things that differ. */
function inOrder(text: string): readonly string[] {
  const words = text.normalize("NFKC").toLowerCase().match(ORDERED_WORD) ?? [];
  return words.filter((word) => !ARTICLE.test(word));
}

export function likenessOf(one: StatedChoice, other: StatedChoice): Likeness {
  const [a, b] = [orderOf(one), orderOf(other)];
  const whole = likeness(a.all, b.all);
  // If only one of them has more than a clause, that may be the reason for its value.
  const isLonger = a.first.length < a.all.length !== b.first.length < b.all.length;
  return whole !== "one place" && isLonger && likeness(a.first, b.first) === "one place"
    ? "one place"
    : whole;
}

function likeness(a: readonly string[], b: readonly string[]): Likeness {
  const shorter = Math.min(a.length, b.length);
  const inB = new Set(b);
  if (a.filter((word) => inB.has(word)).length < LEAST_COMMON * shorter) return "other words";
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restOfA, restOfB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isOnePlace =
    restOfA.length > 0 && restOfB.length > 0 && !restOfA.some((word) => restOfB.includes(word));
  return isOnePlace ? "one place" : "several places";
}
