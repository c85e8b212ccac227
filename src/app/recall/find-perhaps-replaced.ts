import { levelled, type ModelProfile } from "../../domain/recall/model-profile.ts";
import {
  bestFitting,
  isSameThing,
  newestReplacements,
  otherwiseByWords,
  type PossibleReplacement,
  type Result,
} from "../../domain/recall/perhaps-replaced.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { RecallDeps } from "./deps.ts";

/**
 * Which of these results newer ones among them may have replaced without anybody saying so: the id of the newer one by
 * that of the older. Vectors and links are read only where statements differ.
 */
export async function findPerhapsReplaced(
  results: readonly Result[],
  model: ModelProfile | undefined,
  scope: Scope,
  deps: Pick<RecallDeps, "store">,
): Promise<ReadonlyMap<string, string>> {
  const byMeaning = model ? await otherwiseByMeaning(results, model, scope, deps) : [];
  const pairs = [...otherwiseByWords(results), ...byMeaning];
  const unlinked: PossibleReplacement[] = [];
  for (const pair of pairs) {
    // If somebody linked them, it is known how they relate, and if somebody rejected a link, that they do not.
    const links = await deps.store.linksBetween(scope, pair.older.decision.id, pair.newer.decision.id);
    if (links.every(({ state }) => state === "pending")) unlinked.push(pair);
  }
  return newestReplacements(unlinked);
}

async function otherwiseByMeaning(
  results: readonly Result[],
  model: ModelProfile,
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<PossibleReplacement[]> {
  const pair = bestFitting(results);
  if (!pair) return [];
  const compared = [pair.older, pair.newer, ...pair.rivals];
  const vectors = await store.vectorsOf(
    scope,
    compared.map(({ decision }) => decision.id),
  );
  const cosineOf = (one: Result, other: Result): number =>
    levelled(cosine(vectors.get(one.decision.id), vectors.get(other.decision.id)), model);
  return isSameThing(pair, cosineOf) ? [pair] : [];
}

/** Of vectors of length 1, as all stored ones are; 0 if one is missing. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) : 0;
}
