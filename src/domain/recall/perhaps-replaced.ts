import type { Decision } from "../decisions/decision.ts";
import { hasFailed } from "../decisions/outcome.ts";
import { type Difference, differencesOf, saysOtherwise, shareWords } from "../decisions/stated-values.ts";
import type { Candidate } from "./candidate.ts";
import type { Ranked } from "./ranking.ts";
import { type Strength, strongerOf } from "./strength.ts";

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
    .filter((pair) => mayReplace(pair) && saysOtherwise(pair.newer.decision, pair.older.decision));
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
  if (!mayReplace(pair)) return undefined;
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

/** Between a decision and the earlier one that is nearest to it. No question says what they have to be about. */
const LEAST_COSINE_OF_NEAREST = 0.5;

/** Whether a decision gives another value than the earlier one that is nearest to it in meaning. */
export function saysOtherwiseThanNearest(decision: Decision, nearest: Decision, cosine: number): boolean {
  return (
    cosine >= LEAST_COSINE_OF_NEAREST &&
    differencesOf(decision, nearest).some((difference) => difference !== "names")
  );
}

const fitOf = ({ candidate: { cosine = 0, ownCosine } }: Result): number => ownCosine ?? cosine;

/** Only what holds replaces and is replaced. */
const isActive = ({ decision }: Result): boolean => decision.standing === "active";

/** Nothing that failed replaces anything. */
const mayReplace = ({ older, newer }: PossibleReplacement): boolean =>
  !hasFailed(newer.decision) && older.decision.project === newer.decision.project;

/** The oldest first. */
function byAge({ decision: a }: Result, { decision: b }: Result): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** The id of the newest that may have replaced each decision, by the id of that. */
export function newestReplacements(pairs: readonly PossibleReplacement[]): ReadonlyMap<string, string> {
  const oldestFirst = [...pairs].sort((a, b) => byAge(a.newer, b.newer));
  return new Map(oldestFirst.map(({ older, newer }) => [older.decision.id, newer.decision.id]));
}

/**
 * Puts each newer one directly above the older one that it may have replaced, in its place and with its strength, as the
 * head of a chain takes what it replaced. One that is above it already stays where it is.
 */
export function newerFirst<C extends Candidate>(
  results: readonly Ranked<C, Strength>[],
  replacedBy: ReadonlyMap<string, string>,
): readonly Ranked<C, Strength>[] {
  const ordered = [...results];
  for (const [olderId, newerId] of replacedBy) {
    const place = ordered.findIndex(({ candidate }) => candidate.id === olderId);
    const from = ordered.findIndex(({ candidate }) => candidate.id === newerId);
    const [older, newer] = [ordered[place], ordered[from]];
    if (!older || !newer || from < place) continue;
    ordered.splice(from, 1);
    ordered.splice(place, 0, inPlaceOf(older, newer));
  }
  return ordered;
}

function inPlaceOf<C extends Candidate>(
  older: Ranked<C, Strength>,
  newer: Ranked<C, Strength>,
): Ranked<C, Strength> {
  const { match, humanBonus } = older.explanation;
  return {
    ...newer,
    score: older.score,
    relevance: Math.max(older.relevance, newer.relevance),
    strength: strongerOf(newer.strength, older.strength) ?? newer.strength,
    explanation: { ...newer.explanation, match, humanBonus, inPlaceOf: older.candidate.id },
  };
}
