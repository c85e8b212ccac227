/** Finds which decisions cannot hold beside a proposed or new one, by their words and, with a model, their meaning. */

import {
  type Decision,
  isAtOdds,
  relationByMeaning,
  relationByWords,
  type StatedChoice,
  type StatedRelation,
  textsWorthEmbedding,
} from "../../decisions/index.ts";
import { type CandidateSearch, closenessBetween } from "../../recall/index.ts";
import type { Scope } from "../../shared/scope.ts";
import type { GuidanceDeps } from "./deps.ts";

/** A decision that holds, with what another one says of it. */
export interface Related {
  readonly decision: Decision;
  readonly relation: StatedRelation;
}

/** Embedding the rules of more would take longer than the search. */
const MOST_BY_MEANING = 3;

/**
 * Each decision with what a statement says of it, in the same order. Those likeliest to be at odds are also compared by
 * meaning; of the others, words alone decide.
 */
export async function relateTo(
  proposed: StatedChoice,
  decisions: readonly Decision[],
  deps: GuidanceDeps,
): Promise<Related[]> {
  const byWords = decisions.map((decision) => ({ decision, relation: relationByWords(decision, proposed) }));
  const likeliest = byWords
    .map(({ relation }) => relation)
    .filter((relation) => textsWorthEmbedding(relation).length > 0)
    .sort((a, b) => b.odds - a.odds)
    .slice(0, MOST_BY_MEANING);
  const texts = new Set(likeliest.flatMap((relation) => textsWorthEmbedding(relation)));
  const closeness = texts.size === 0 ? undefined : await closenessBetween([...texts], deps);
  if (!closeness) return byWords;
  return byWords.map(({ decision, relation }) => ({
    decision,
    relation: likeliest.includes(relation) ? relationByMeaning(relation, closeness) : relation,
  }));
}

/** What cannot hold beside another is near to it, and of more than these hardly any is about the same thing. */
const MOST_NEAREST = 3;

/**
 * Those of the active decisions near a statement that cannot hold beside it. They need not be relevant enough to be shown:
 * an opposite in other words is often less alike than what goes with it.
 */
export async function findAtOdds(
  proposed: StatedChoice,
  { scope, found }: Pick<CandidateSearch, "scope" | "found">,
  known: readonly Decision[],
  deps: GuidanceDeps,
): Promise<Related[]> {
  const near = await activeNear({ scope, found }, known, deps);
  return (await relateTo(proposed, near, deps)).filter(({ relation }) => isAtOdds(relation));
}

/** The decisions that are known already and active, and the nearest others. */
async function activeNear(
  { scope, found }: { readonly scope: Scope; readonly found: CandidateSearch["found"] },
  known: readonly Decision[],
  { store }: GuidanceDeps,
): Promise<readonly Decision[]> {
  const nearest = nearestIds(found.candidates.filter(({ standing }) => standing === "active"));
  const read = known.filter(({ standing }) => standing === "active");
  const missing = nearest.filter((id) => !read.some((decision) => decision.id === id));
  const others = missing.length === 0 ? [] : await store.decisionsById(scope, missing);
  const all = new Map([...read, ...others].map((decision) => [decision.id, decision]));
  return [...all.values()];
}

/** By meaning, and by words where there is no vector. */
export function nearestIds(candidates: CandidateSearch["found"]["candidates"]): readonly string[] {
  const by = (nearness: (candidate: (typeof candidates)[number]) => number): string[] =>
    [...candidates]
      .filter((candidate) => nearness(candidate) > 0)
      .sort((a, b) => nearness(b) - nearness(a) || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_NEAREST)
      .map(({ id }) => id);
  return [
    ...new Set([...by(({ cosine = 0, ownCosine }) => ownCosine ?? cosine), ...by(({ words = 0 }) => words)]),
  ];
}
