import { levelled, type ModelProfile } from "../../domain/recall/model-profile.ts";
import {
  areShort,
  bestFitting,
  differ,
  isSameThing,
  newestReplacements,
  otherwiseByWords,
  type PossibleReplacement,
  type Result,
} from "../../domain/recall/perhaps-replaced.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { RecallDeps } from "./deps.ts";

/** The id of the newer decision of a pair by that of the older. */
type NewerOf = ReadonlyMap<string, string>;

/** What results may have been replaced by newer ones among them without anybody saying so. */
export interface PerhapsReplaced {
  /** The newer one says otherwise about the same thing. */
  readonly replaced: NewerOf;
  /** Those, and two short ones about the same thing, whatever they say: the newer one goes first. */
  readonly ordered: NewerOf;
}

/** Vectors are read for the two that fit best, and links for pairs that were found. */
export async function findPerhapsReplaced(
  results: readonly Result[],
  model: ModelProfile | undefined,
  scope: Scope,
  deps: Pick<RecallDeps, "store">,
): Promise<PerhapsReplaced> {
  const byWords = otherwiseByWords(results);
  const sameThing = model && (await sameByMeaning(results, model, scope, deps));
  const replaced = await unlinked([...byWords, ...(sameThing?.differ ? [sameThing.pair] : [])], scope, deps);
  const orderOnly = sameThing && !sameThing.differ && areShort(sameThing.pair) ? [sameThing.pair] : [];
  const ordered = await unlinked(orderOnly, scope, deps);
  return { replaced: newestReplacements(replaced), ordered: newestReplacements([...replaced, ...ordered]) };
}

/** If somebody linked two, it is known how they relate, and if somebody rejected a link, that they do not. */
async function unlinked(
  pairs: readonly PossibleReplacement[],
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<PossibleReplacement[]> {
  const found: PossibleReplacement[] = [];
  for (const pair of pairs) {
    const links = await store.linksBetween(scope, pair.older.decision.id, pair.newer.decision.id);
    if (links.every(({ state }) => state === "pending")) found.push(pair);
  }
  return found;
}

async function sameByMeaning(
  results: readonly Result[],
  model: ModelProfile,
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<{ readonly pair: PossibleReplacement; readonly differ: boolean } | undefined> {
  const pair = bestFitting(results);
  if (!pair) return undefined;
  const compared = [pair.older, pair.newer, ...pair.rivals];
  const vectors = await store.vectorsOf(
    scope,
    compared.map(({ decision }) => decision.id),
  );
  const cosineOf = (one: Result, other: Result): number =>
    levelled(cosine(vectors.get(one.decision.id), vectors.get(other.decision.id)), model);
  return isSameThing(pair, cosineOf)
    ? { pair, differ: differ(pair, cosineOf(pair.older, pair.newer)) }
    : undefined;
}

/** Of vectors of length 1, as all stored ones are; 0 if one is missing. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
