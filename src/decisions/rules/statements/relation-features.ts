/** What two rules are compared by, as numbers with names. */

import type { Rule, Side } from "./rule-parts.ts";
import { VALUE_KINDS } from "./stated-values.ts";

/** In the order of the weights. */
export const FEATURES = [
  "words in common, of the shorter",
  "words in common, of the longer",
  "beginning in common",
  "end in common",
  "one place differs",
  "reversed",
  "other answer",
  "other thing",
  "same side",
  "same answer",
  "conflict at the end of the older",
  "conflict at the end of the newer",
  "words in common before the conflict, of the older",
  "words in common before the conflict, of the newer",
  "words in common after the conflict",
  "rejected by one alone",
  "rejected by both",
  "one rejects something",
  "way back",
  "other amount",
  "other kinds of amounts",
  "same amount",
  "an amount in the newer alone",
  "other names",
  "names in common",
  "end of the older begins the newer",
  "all words of the older are in the newer",
  "only the newer has a condition",
  "only the older has a condition",
  "other place or purpose",
  "other qualifier",
  "words of the older alone",
  "words of the newer alone",
  "length of the older",
  "length of the newer",
] as const;
export type Feature = (typeof FEATURES)[number];

/** How close two texts are in meaning, on the scale of the shipped model. */
export type Closeness = (one: string, other: string) => number;

/** Where vectors can be had, these come after the others. */
export const FEATURES_OF_MEANING = ["closeness", "closeness of subjects"] as const;

export const meaningOf = (older: Rule, newer: Rule, closeness: Closeness): number[] => [
  closeness(older.claim, newer.claim),
  closeness(older.subject, newer.subject),
];

const CONDITIONS = new Set("only unless except if when while until once otherwise besides".split(" "));
const PLACES = new Set("for in on between at per within inside of".split(" "));
const MOST_COUNTED = 3;
const LONG = 20;

export function featuresOf(older: Rule, newer: Rule): number[] {
  const common = [...older.content.keys()].filter((stem) => newer.content.has(stem));
  const alone = (one: Rule, other: Rule): string[] =>
    [...one.content.keys()].filter((stem) => !other.content.has(stem));
  const [onlyOlder, onlyNewer] = [alone(older, newer), alone(newer, older)];
  const { conflicts, agreements } = compareSides(older, newer);
  const opposite = conflicts.filter(({ kind }) => kind === "opposite");
  const answers = conflicts.filter(({ kind }) => kind === "answer");
  const things = conflicts.filter(({ kind }) => kind === "thing");
  const decisive = [...opposite, ...answers];
  const ends = sameEnds(older.words, newer.words);
  const longer = Math.max(older.words.length, newer.words.length, 1);
  const shorter = Math.min(older.words.length, newer.words.length);
  const rejectedByOne = common.filter((stem) => rejects(older, stem) !== rejects(newer, stem)).length;
  const rejectedByBoth = common.filter((stem) => rejects(older, stem) && rejects(newer, stem)).length;
  const hasRejections = (rule: Rule): boolean => rule.isRejected.some(Boolean);
  const amounts = compareAmounts(older, newer);
  const namesInCommon = [...older.names].filter((name) => newer.names.has(name)).length;
  const firstConflict = (rule: "older" | "newer"): number =>
    decisive.length === 0 ? 0 : Math.min(...decisive.map((conflict) => conflict[rule]));
  const commonBefore = ({ content }: Rule, conflict: number): number =>
    share(
      common.filter((stem) => (content.get(stem) ?? 0) < conflict).length,
      [...content.values()].filter((at) => at < conflict).length,
    );
  const hasCondition = ({ words }: Rule): boolean => words.some((word) => CONDITIONS.has(word));
  const values: Record<Feature, number> = {
    "words in common, of the shorter": share(common.length, Math.min(older.content.size, newer.content.size)),
    "words in common, of the longer": share(common.length, Math.max(older.content.size, newer.content.size)),
    "beginning in common": ends.start / longer,
    "end in common": ends.end / longer,
    "one place differs":
      ends.start + ends.end > 0 &&
      shorter - ends.start - ends.end >= 1 &&
      shorter - ends.start - ends.end <= 3
        ? (ends.start + ends.end) / shorter
        : 0,
    reversed: limited(opposite.length),
    "other answer": limited(answers.length),
    "other thing": limited(things.length),
    "same side": limited(agreements.filter(({ kind }) => kind === "opposite").length),
    "same answer": limited(agreements.filter(({ kind }) => kind === "answer").length),
    "conflict at the end of the older": share(firstConflict("older"), older.words.length),
    "conflict at the end of the newer": share(firstConflict("newer"), newer.words.length),
    "words in common before the conflict, of the older": commonBefore(older, firstConflict("older")),
    "words in common before the conflict, of the newer": commonBefore(newer, firstConflict("newer")),
    "words in common after the conflict":
      decisive.length === 0
        ? 0
        : share(
            common.filter((stem) => (older.content.get(stem) ?? 0) > firstConflict("older")).length,
            common.length,
          ),
    "rejected by one alone": limited(rejectedByOne),
    "rejected by both": limited(rejectedByBoth),
    "one rejects something": Number(hasRejections(older) !== hasRejections(newer)),
    "way back": Number(isWayBack(older, newer)),
    "other amount": limited(amounts.other),
    "other kinds of amounts": limited(amounts.unlike),
    "same amount": limited(amounts.same),
    "an amount in the newer alone": Number(amounts.inNewer > 0 && amounts.inOlder === 0),
    "other names": Number(older.names.size > 0 && newer.names.size > 0 && namesInCommon === 0),
    "names in common": limited(namesInCommon),
    "end of the older begins the newer": endBegins(older, newer),
    "all words of the older are in the newer": Number(older.content.size > 0 && onlyOlder.length === 0),
    "only the newer has a condition": Number(hasCondition(newer) && !hasCondition(older)),
    "only the older has a condition": Number(hasCondition(older) && !hasCondition(newer)),
    "other place or purpose": otherPlace(older, newer),
    "other qualifier": limited(common.filter((stem) => isOtherwiseQualified(stem, older, newer)).length),
    "words of the older alone": share(onlyOlder.length, older.content.size),
    "words of the newer alone": share(onlyNewer.length, newer.content.size),
    "length of the older": Math.min(1, older.words.length / LONG),
    "length of the newer": Math.min(1, newer.words.length / LONG),
  };
  return FEATURES.map((feature) => values[feature]);
}

interface Conflict {
  readonly kind: Side["group"]["kind"];
  readonly older: number;
  readonly newer: number;
}

/** The groups of which the two have words on different sides, or on the same. */
function compareSides(older: Rule, newer: Rule): { conflicts: Conflict[]; agreements: Conflict[] } {
  const [conflicts, agreements]: [Conflict[], Conflict[]] = [[], []];
  for (const group of new Set(older.sides.map((side) => side.group))) {
    const [first, second] = [older, newer].map(({ sides }) => sides.filter((side) => side.group === group));
    const [one, other] = [first?.[0], second?.[0]];
    if (!first || !second || !one || !other) continue;
    const found = { kind: group.kind, older: one.at, newer: other.at };
    const taken = (sides: readonly Side[]): Set<number> => new Set(sides.flatMap((side) => takenSides(side)));
    const [takenOlder, takenNewer] = [taken(first), taken(second)];
    const turnedDown = (sides: readonly Side[]): Set<number> =>
      new Set(sides.filter((side) => side.isRejected).map(({ side }) => side));
    if (overlap(takenOlder, takenNewer)) agreements.push(found);
    else if (
      (takenOlder.size > 0 && takenNewer.size > 0) ||
      overlap(takenOlder, turnedDown(second)) ||
      overlap(turnedDown(first), takenNewer)
    )
      conflicts.push(found);
  }
  return { conflicts, agreements };
}

/** To turn down one of two opposites is to take the other. */
function takenSides({ group, side, isRejected }: Side): number[] {
  if (!isRejected) return [side];
  return group.kind === "opposite" && group.sides.length === 2 ? [1 - side] : [];
}

function rejects({ content, isRejected }: Rule, stem: string): boolean {
  return isRejected[content.get(stem) ?? -1] ?? false;
}

function isWayBack({ way: one }: Rule, { way: other }: Rule): boolean {
  if (!one || !other) return false;
  const only = (words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
    new Set([...words].filter((word) => !others.has(word)));
  return (
    overlap(only(one.from, one.to), only(other.to, other.from)) &&
    overlap(only(one.to, one.from), only(other.from, other.to))
  );
}

function compareAmounts({ amounts: older }: Rule, { amounts: newer }: Rule) {
  const found = { other: 0, same: 0, unlike: 0, inOlder: 0, inNewer: 0 };
  for (const kind of VALUE_KINDS) {
    const [a, b] = [older[kind], newer[kind]];
    found.inOlder += a.size;
    found.inNewer += b.size;
    if (a.size === 0 || b.size === 0) continue;
    if (overlap(a, b)) found.same++;
    else found.other++;
  }
  if (found.other === 0 && found.same === 0 && found.inOlder > 0 && found.inNewer > 0) found.unlike = 1;
  return found;
}

/** Whether both have a word directly before a common one, and not the same: `audit logs` and `debug logs`. */
function isOtherwiseQualified(stem: string, older: Rule, newer: Rule): boolean {
  const before = ({ content, stems, isContent }: Rule): string | undefined => {
    const at = (content.get(stem) ?? 0) - 1;
    return isContent[at] ? stems[at] : undefined;
  };
  const [one, other] = [before(older), before(newer)];
  return (
    one !== undefined &&
    other !== undefined &&
    one !== other &&
    !newer.content.has(one) &&
    !older.content.has(other)
  );
}

/** The share of the words in the second half of the older one that are in the first half of the newer. */
function endBegins({ content: older }: Rule, { content: newer }: Rule): number {
  const end = [...older.keys()].slice(Math.ceil(older.size / 2));
  const begin = new Set([...newer.keys()].slice(0, Math.ceil(newer.size / 2)));
  return share(end.filter((stem) => begin.has(stem)).length, end.length);
}

/** Whether both say for what or where, with no word in common there. */
function otherPlace(older: Rule, newer: Rule): number {
  const [a, b] = [placeIn(older), placeIn(newer)];
  return Number(a.size > 0 && b.size > 0 && !overlap(a, b));
}

function placeIn({ words, stems, isContent }: Rule): Set<string> {
  const found = new Set<string>();
  for (const [i, word] of words.entries())
    if (PLACES.has(word))
      for (let at = i + 1; at < Math.min(i + 4, words.length) && isContent[at]; at++)
        found.add(stems[at] ?? "");
  return found;
}

function sameEnds(a: readonly string[], b: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start++;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { start, end };
}

const limited = (count: number): number => Math.min(MOST_COUNTED, count);
const share = (part: number, all: number): number => (all === 0 ? 0 : part / all);
const overlap = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => [...a].some((one) => b.has(one));
