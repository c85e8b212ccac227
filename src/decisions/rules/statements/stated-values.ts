/** The values, opposites and names by which two statements about one thing differ. */

import { comparedTexts, isOtherChoice, type StatedChoice, sameSubject } from "./choice.ts";
import { baseWords } from "./likeness.ts";

const VALUE_KINDS = ["time", "size", "share", "count"] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

/** How two statements differ: in a value of one kind, by opposite words, by a no, or in the names they have. */
export type Difference = ValueKind | "opposite" | "negation" | "names";

interface StatedValues {
  readonly values: Readonly<Record<ValueKind, ReadonlySet<string>>>;
  readonly names: ReadonlySet<string>;
  /** The words of the statement in their base form. */
  readonly words: ReadonlySet<string>;
  /** Those directly after a no. */
  readonly negated: ReadonlySet<string>;
}

const NUMBERS: ReadonlyMap<string, string> = new Map([
  ..."zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, number): [string, string] => [word, String(number)]),
  ["fifteen", "15"],
  ["twenty", "20"],
  ["thirty", "30"],
  ["sixty", "60"],
  ["ninety", "90"],
  ["hundred", "100"],
]);
const TIME_UNIT =
  /^(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|quarters?|years?|sprints?)$/;
const SIZE_UNIT = /^(?:bytes?|[kmgt]i?b|characters?|chars|lines?|pixels?|px)$/;
const SHARE_UNIT = /^(?:%|percent)$/;
/** Times without a number. */
const TIME_WORD =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|immediately|instantly|straight|hourly|daily|nightly|weekly|monthly|quarterly|yearly|annually|nights?|mornings?|noon|evenings?)$/;
/** Something may be done whenever one of these happens. */
const EVENT = /^(?:push|merge|commit|release|deploy|deployment|request|save|login)$/;
/** The digits of `nr3a` are part of a name. */
const WORD = /[\p{L}_][\p{L}\p{N}_]*|\p{N}+(?:[.,]\p{N}+)*|%/gu;
/** A no, and the few words after it that it is about. */
const NEGATED = /\b(?:no|not|never|nobody|none|\w+n['’]t)\b((?:[\s-]+[\p{L}\p{N}]+){1,3})/giu;

/** A cache: each is compared many times. A decision that was edited is read as another object. */
const knownValues = new WeakMap<StatedChoice, StatedValues>();

function valuesOf(stated: StatedChoice): StatedValues {
  const known = knownValues.get(stated);
  if (known) return known;
  const { statement } = comparedTexts(stated);
  const values = {
    values: valuesIn(statement),
    names: namesIn(statement),
    words: baseWords(statement),
    negated: baseWords([...statement.matchAll(NEGATED)].map(([, words]) => words).join(" ")),
  };
  knownValues.set(stated, values);
  return values;
}

function valuesIn(statement: string): Record<ValueKind, Set<string>> {
  const found = {
    time: new Set<string>(),
    size: new Set<string>(),
    share: new Set<string>(),
    count: new Set<string>(),
  };
  const words = statement.normalize("NFKC").match(WORD) ?? [];
  for (const [i, written] of words.entries()) {
    const [before, word, next] = [
      words[i - 1] ?? "",
      written.toLowerCase(),
      words[i + 1]?.toLowerCase() ?? "",
    ];
    const isFigure = /^\p{N}/u.test(word);
    const number = isFigure ? word : NUMBERS.get(word);
    if (number === undefined) {
      const time = timeWithoutNumber(before.toLowerCase(), word, next);
      if (time !== undefined) found.time.add(time);
      // `Android 10` is a name.
    } else if (!(isFigure && i > 1 && /^\p{Lu}/u.test(before))) {
      if (TIME_UNIT.test(next)) found.time.add(`${number} ${singular(next)}`);
      else if (SIZE_UNIT.test(next)) found.size.add(`${number} ${singular(next)}`);
      else if (SHARE_UNIT.test(next)) found.share.add(number);
      // `drawer 7` is a name too: what is counted comes after its number.
      else if (baseWords(next).size > 0) found.count.add(number);
    }
  }
  return found;
}

function timeWithoutNumber(before: string, word: string, next: string): string | undefined {
  if (TIME_WORD.test(word)) return singular(word);
  if (word === "every" && (TIME_UNIT.test(next) || EVENT.test(next))) return `every ${next}`;
  // `20 calls per minute` is a number of calls; `30 days` was read with its number.
  const isOfOther = /^(?:per|every|\p{N}.*)$/u.test(before) || NUMBERS.has(before);
  return TIME_UNIT.test(word) && word.length > 2 && !isOfOther ? singular(word) : undefined;
}

const singular = (word: string): string => word.replace(/s$/, "");

/**
 * Words that are surely names: with capitals inside, or with one at the beginning where few other words have one. A title
 * has them everywhere, and that of the first word says nothing.
 */
function namesIn(statement: string): Set<string> {
  const words = statement.match(/\p{L}[\p{L}\p{N}+#.]*/gu) ?? [];
  const others = words.slice(1);
  const isTitle =
    words.length < 4 || others.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length > others.length / 2;
  const names = words.filter(
    (word, i) => /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(word) || (i > 0 && !isTitle && /^\p{Lu}\p{Ll}/u.test(word)),
  );
  return new Set(names.map((name) => name.toLowerCase()).filter((name) => !TIME_WORD.test(name)));
}

/** How two statements differ, as far as words show it. It does not say whether they are about the same thing. */
export function differencesOf(one: StatedChoice, other: StatedChoice): readonly Difference[] {
  const [first, second] = [valuesOf(one), valuesOf(other)];
  return [
    ...VALUE_KINDS.filter((kind) => areOther(first.values[kind], second.values[kind])),
    ...(areOpposite(first.words, second.words) ? (["opposite"] as const) : []),
    ...(negates(first, second) || negates(second, first) ? (["negation"] as const) : []),
    ...(areOther(first.names, second.names) ? (["names"] as const) : []),
  ];
}

/** Whether the two statements have words in common. */
export const shareWords = (one: StatedChoice, other: StatedChoice): boolean =>
  overlap(valuesOf(one).words, valuesOf(other).words);

/**
 * Whether a question has a word that only the first of the two has, so that it asks for that one. Numbers and units are
 * values and no subjects.
 */
export const asksFor = (question: ReadonlySet<string>, one: StatedChoice, other: StatedChoice): boolean => {
  const [ofOne, ofOther] = [valuesOf(one).words, valuesOf(other).words];
  return [...question].some((word) => ofOne.has(word) && !ofOther.has(word) && !isValue(word));
};

const UNITS = baseWords(
  "milliseconds seconds minutes hours days weeks months quarters years bytes kb mb gb characters lines pixels percent",
);
const isValue = (base: string): boolean => /^\p{N}/u.test(base) || NUMBERS.has(base) || UNITS.has(base);

/** One number is of another size than one that is so many times larger. */
const OTHER_SIZE = 4;
const PLAIN_NUMBER = /(?<![\p{L}\p{N}.])\p{N}+(?:\.\p{N}+)?(?![\p{L}\p{N}])/gu;

/** Whether each states one number and the two are of different sizes: a pool of 15 and one of 400, but not one of 20. */
export function areOfOtherSize(one: StatedChoice, other: StatedChoice): boolean {
  const [first, second] = [one, other].map((stated) => {
    const numbers = comparedTexts(stated).statement.normalize("NFKC").match(PLAIN_NUMBER) ?? [];
    return numbers.length === 1 ? Number(numbers[0]) : 0;
  }) as [number, number];
  return first > 0 && second > 0 && Math.max(first, second) >= OTHER_SIZE * Math.min(first, second);
}

/**
 * Whether, by their words, the two say otherwise about the same thing: they choose different things for it, or give it
 * another value.
 */
export function saysOtherwise(one: StatedChoice, other: StatedChoice): boolean {
  return (
    isOtherChoice(one, other) ||
    (sameSubject(one, other) && differencesOf(one, other).some((difference) => difference !== "names"))
  );
}

const areOther = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && b.size > 0 && !overlap(a, b);

/** Whether one says no to what the other says without any no. */
const negates = (one: StatedValues, other: StatedValues): boolean =>
  other.negated.size === 0 && overlap(one.negated, other.words);

function areOpposite(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return OPPOSITE_WORDS.some((sides) => {
    const ofA = sides.filter((side) => overlap(side, a));
    const ofB = sides.filter((side) => overlap(side, b));
    return ofA.length > 0 && ofB.length > 0 && !ofA.some((side) => ofB.includes(side));
  });
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => b.has(word));

/**
 * Words for things of which one decision takes only one: those of a line exclude each other, those on one side of a bar
 * go together.
 */
const OPPOSITE_WORDS: readonly (readonly ReadonlySet<string>[])[] = `
integers|decimals|floats|strings
shared|dedicated own separate isolated
synchronous synchronously inline|asynchronous asynchronously queue worker background
public open|private closed
internal|external
manual manually|automatic automatically
local locally|remote remotely central centrally
allowed allow permit permitted may|forbidden forbid restricted restrict banned denied
required require mandatory|optional voluntary
always|never
enabled enable|disabled disable
anyone anybody everyone everybody|nobody only
real live production|fake generated synthetic mock
encrypted hashed|plain plaintext
mutable|immutable
soft|hard
push|pull
eager eagerly|lazy lazily
opt-in|opt-out
static|dynamic
monolith|microservices
monorepo|repository
single|multiple multi several many
same|second different
self-hosted in-house|hosted rented managed
delete wipe erase|keep retain archive
accept|reject refuse
permanent permanently forever|temporary temporarily
before|after
client browser|server
include included|exclude excluded
add adding|remove removing
warn warning|fail block
poll polling|webhook
rebase|squash
tabs|spaces
cookie|token
uuid|serial sequential
free|paid
strict|loose lenient
utc|local
ascending|descending`
  .trim()
  .split("\n")
  .map((line) => line.split("|").map(baseWords));
