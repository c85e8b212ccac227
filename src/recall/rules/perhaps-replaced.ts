import {
  asksFor,
  baseWords,
  type Decision,
  type Difference,
  differencesOf,
  hasFailed,
  likenessOf,
  type OnTopic,
  opposes,
  shareWords,
} from "../../decisions/index.ts";
import type { Candidate } from "./match-candidates.ts";
import type { Ranked } from "./ranking.ts";
import type { Strength } from "./relevance.ts";

/** A result of a search. */
export interface Result extends Ranked<Candidate, Strength> {
  readonly decision: Decision;
}

/** Two results of which the newer one may have replaced the older without anybody saying so. */
export interface PossibleReplacement {
  readonly older: Result;
  readonly newer: Result;
}

/** The pairs whose words alone show that they say otherwise about the same thing. */
export function otherwiseByWords(results: readonly Result[]): PossibleReplacement[] {
  const oldestFirst = results.filter(isActive).sort(byAge);
  return oldestFirst
    .flatMap((newer, i) => oldestFirst.slice(0, i).map((older) => ({ older, newer })))
    .filter((pair) => mayReplace(pair) && isOtherValue(pair));
}

/** Whether one turns down what the other chose, or both say the same but for the value. */
function isOtherValue({
  older: { decision: older },
  newer: { decision: newer },
}: PossibleReplacement): boolean {
  if (opposes(newer, older) || opposes(older, newer)) return true;
  return likenessOf(newer, older) === "one place" && differencesOf(newer, older).length > 0;
}

/** A pair that differs, and the other results that fit the question nearly as well. */
export interface BestFitting extends PossibleReplacement {
  readonly rivals: readonly Result[];
}

/**
 * The two results that fit the question best by their meaning. Nothing else is compared by meaning: what is only of the
 * same area fits the question less than two answers to it.
 */
export function bestFitting(results: readonly Result[]): BestFitting | undefined {
  const [first, second, ...others] = results.filter(isActive).sort((a, b) => fitOf(b) - fitOf(a));
  // Without a vector nothing fits, by the question or by the decision.
  if (!first || !second || fitOf(second) <= 0) return undefined;
  const [older, newer] = [first, second].sort(byAge) as [Result, Result];
  const pair = { older, newer };
  if (!mayReplace(pair) || likenessOf(older.decision, newer.decision) === "several places") return undefined;
  return { ...pair, rivals: others.filter((one) => fitOf(one) >= RIVAL_FIT * fitOf(second)) };
}

/**
 * Fitted to `bench/questions/amended-pairs.json` (the tune half) and to what must stay unmarked in `bench/amended.ts`,
 * with cosines of the shipped model.
 */
const LEAST_CLOSENESS = 0.32;
const EQUAL_FIT = 0.8;
const RIVAL_FIT = 0.7;
/** Opposite words are in many statements, so those without another common word have to be closer. */
const LEAST_COSINE_OPPOSITE = 0.45;
/** Other names alone say little: each thing of an area has its own. */
const LEAST_COSINE_NAMES = 0.45;
/** Long reasons of one area resemble each other, whatever they are the reasons for. */
const LONG_REASONING = 300;
const LEAST_COSINE_NAMES_LONG = 0.7;

/**
 * Whether the two are about the same thing: they resemble each other, fit the question about equally well, and no other
 * answer to it resembles one of them more.
 */
export function isSameThing(
  { older, newer, rivals }: BestFitting,
  cosineOf: (one: Result, other: Result) => number,
): boolean {
  const cosine = cosineOf(older, newer);
  const fits = [fitOf(older), fitOf(newer)];
  const closeness = cosine + Math.min(...fits) / Math.max(...fits) - EQUAL_FIT;
  if (closeness < LEAST_CLOSENESS) return false;
  return rivals.every((rival) => Math.max(cosineOf(rival, older), cosineOf(rival, newer)) <= cosine);
}

/** Whether two that are about the same thing also say something else about it. */
export function differ({ older, newer }: PossibleReplacement, cosine: number): boolean {
  return differencesOf(older.decision, newer.decision).some(
    (difference) => cosine >= leastCosine(difference, older, newer),
  );
}

function leastCosine(difference: Difference, older: Result, newer: Result): number {
  if (difference === "opposite")
    return shareWords(older.decision, newer.decision) ? 0 : LEAST_COSINE_OPPOSITE;
  if (difference !== "names") return 0;
  return areShort({ older, newer }) ? LEAST_COSINE_NAMES : LEAST_COSINE_NAMES_LONG;
}

/** Decisions of a line or two about the same thing rarely hold beside each other; long reasons have more to say. */
export const areShort = ({ older, newer }: PossibleReplacement): boolean =>
  [older, newer].every(({ decision }) => (decision.reasoning ?? "").length <= LONG_REASONING);

const fitOf = ({ candidate: { cosine = 0, ownCosine } }: Result): number => ownCosine ?? cosine;

/** Only what holds replaces and is replaced. */
const isActive = ({ decision }: Result): boolean => decision.standing === "active";

/** Nothing that failed replaces anything, and nothing replaces what has another target. */
const mayReplace = ({
  older: { decision: older },
  newer: { decision: newer },
}: PossibleReplacement): boolean =>
  !hasFailed(newer) &&
  older.project === newer.project &&
  !(older.topicStated && newer.topicStated && older.topic !== newer.topic);

/** Whether the question is about one of the two alone: then they do not answer the same question. */
export const tellsApart = (
  question: ReadonlySet<string>,
  { older: { decision: older }, newer: { decision: newer } }: PossibleReplacement,
): boolean => asksFor(question, older, newer) || asksFor(question, newer, older);

/** In relevance, of the newer of two on one target to the older. More is needed if the question has words of the older. */
const AS_RELEVANT = 0.75;
const AS_RELEVANT_AS_NAMED = 0.9;

/**
 * Whether the newer of two active ones on a target stands for it: it answers the question about as well. A target may be
 * an area, and then the newest decision about it is often about something else.
 */
export function standsForTarget(
  newer: Ranked<Candidate> & { readonly decision: OnTopic },
  older: Result,
  question: ReadonlySet<string>,
): boolean {
  if (newer.decision.hasFailed || byAge(newer, older) < 0 || newer.strength !== older.strength) return false;
  const topic = baseWords(older.decision.topic);
  const beside = new Set([...question].filter((word) => !topic.has(word)));
  const isNamed = asksFor(beside, older.decision, { ...newer.decision, alternatives: [] });
  return newer.relevance >= (isNamed ? AS_RELEVANT_AS_NAMED : AS_RELEVANT) * older.relevance;
}

interface Dated {
  readonly decision: Pick<Decision, "id" | "createdAt">;
}

/** The oldest first. */
function byAge({ decision: a }: Dated, { decision: b }: Dated): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** The id of the newest that may have replaced each decision, by the id of that. */
export function newestReplacements(pairs: readonly PossibleReplacement[]): ReadonlyMap<string, string> {
  const oldestFirst = [...pairs].sort((a, b) => byAge(a.newer, b.newer));
  return new Map(oldestFirst.map(({ older, newer }) => [older.decision.id, newer.decision.id]));
}

/**
 * Puts each newer one directly above the older one that it may have replaced. Each keeps its own relevance, score and
 * strength, so a weak one stays below the strong ones.
 */
export function newerFirst<R extends Pick<Result, "decision" | "strength">>(
  results: readonly R[],
  replacedBy: ReadonlyMap<string, string>,
): readonly R[] {
  const ordered = [...results];
  for (const [olderId, newerId] of replacedBy) {
    const place = ordered.findIndex(({ decision }) => decision.id === olderId);
    const from = ordered.findIndex(({ decision }) => decision.id === newerId);
    const [older, newer] = [ordered[place], ordered[from]];
    if (!older || !newer || from < place || older.strength !== newer.strength) continue;
    ordered.splice(from, 1);
    ordered.splice(place, 0, newer);
  }
  return ordered;
}
