/** Compares the best results with each other: which may replace which, and which stands for a target. */
import type { OnTopic } from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Candidate } from "../rules/match-candidates.ts";
import { levelled, type ModelProfile } from "../rules/model-profile.ts";
import {
  areShort,
  bestFitting,
  differ,
  isSameThing,
  newestReplacements,
  otherwiseByWords,
  type PossibleReplacement,
  type Result,
  standsForTarget,
  tellsApart,
} from "../rules/perhaps-replaced.ts";
import type { LeftOut, Ranked } from "../rules/ranking.ts";
import type { Strength } from "../rules/relevance.ts";
import type { RecallDeps } from "./deps.ts";
import { cosine } from "./embed-query.ts";

/** The id of the newer decision of a pair by that of the older. */
type NewerOf = ReadonlyMap<string, string>;

/** The results that newer ones among them may have replaced without anybody saying so. */
interface PerhapsReplaced {
  /** The newer one says otherwise about the same thing. */
  readonly replaced: NewerOf;
  /** Those, and two short ones about the same thing, whatever they say: the newer one goes first. */
  readonly ordered: NewerOf;
}

/** Vectors are read for the two that fit best, and links for pairs that were found. */
export async function findPerhapsReplaced(
  results: readonly Result[],
  question: ReadonlySet<string>,
  model: ModelProfile | undefined,
  scope: Scope,
  deps: Pick<RecallDeps, "store">,
): Promise<PerhapsReplaced> {
  const byWords = otherwiseByWords(results).filter((pair) => !tellsApart(question, pair));
  const sameThing = model && (await sameByMeaning(results, question, model, scope, deps));
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
  question: ReadonlySet<string>,
  model: ModelProfile,
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<{ readonly pair: PossibleReplacement; readonly differ: boolean } | undefined> {
  const pair = bestFitting(results);
  if (!pair || tellsApart(question, pair)) return undefined;
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

const MOST_NAMED = 3;

/** Other active decisions on the stated target of a result. */
export interface OthersOnTarget {
  /** The one that it stands in front of, then the newest. */
  readonly named: readonly Pick<OnTopic, "id" | "statement">[];
  /** Whether there are others besides these. */
  readonly more: boolean;
}

interface StandingForTargets {
  readonly results: readonly Result[];
  /** By the id of the result. */
  readonly others: ReadonlyMap<string, OthersOnTarget>;
  readonly leftOut: readonly LeftOut<Candidate>[];
}

/**
 * Of several active ones on a target the ranking returns the most relevant. Here the newest that answers the question as
 * well takes its place, and the others are named.
 */
export async function standForTargets(
  best: readonly Result[],
  leftOut: readonly LeftOut<Candidate>[],
  question: ReadonlySet<string>,
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<StandingForTargets> {
  const onTarget = best
    .map(({ decision }) => decision)
    .filter(({ topicStated, standing }) => topicStated && standing === "active");
  const found = onTarget.length === 0 ? undefined : await store.othersOnTopic(onTarget, MOST_NAMED + 1);
  if (!found || found.size === 0) return { results: best, others: new Map(), leftOut };
  const newer = newerOnTargets(best, found, leftOut, question);
  const read = newer.size === 0 ? [] : await store.decisionsById(scope, [...newer.values()].map(idOf));
  const decisions = new Map(read.map((decision) => [decision.id, decision]));
  const others = new Map<string, OthersOnTarget>();
  let left = leftOut;
  const results = best.map((first): Result => {
    const here = found.get(first.decision.id);
    if (!here) return first;
    const ranked = newer.get(first.decision.id);
    const decision = ranked && decisions.get(idOf(ranked));
    const standing = decision ? { ...ranked, decision } : first;
    const all = decision ? [first.decision, ...here.filter(({ id }) => id !== decision.id)] : here;
    others.set(standing.decision.id, { named: all.slice(0, MOST_NAMED), more: all.length > MOST_NAMED });
    if (decision) left = exchange(left, first, standing);
    return standing;
  });
  return { results, others, leftOut: left };
}

const idOf = ({ candidate }: Ranked<Candidate>): string => candidate.id;

/** The decision that stands for the target of a result instead of it, by the id of the result. */
function newerOnTargets(
  best: readonly Result[],
  found: ReadonlyMap<string, readonly OnTopic[]>,
  leftOut: readonly LeftOut<Candidate>[],
  question: ReadonlySet<string>,
): ReadonlyMap<string, Ranked<Candidate, Strength>> {
  const rankedById = new Map(leftOut.map(({ ranked }) => [idOf(ranked), ranked]));
  const newer = new Map<string, Ranked<Candidate, Strength>>();
  for (const first of best)
    for (const decision of found.get(first.decision.id) ?? []) {
      const ranked = rankedById.get(decision.id);
      if (!ranked || !standsForTarget({ ...ranked, decision }, first, question)) continue;
      newer.set(first.decision.id, { ...ranked, strength: first.strength });
      break;
    }
  return newer;
}

/** The candidates that are left out if `newer` stands for the target instead of `first`. */
function exchange(
  leftOut: readonly LeftOut<Candidate>[],
  first: Result,
  newer: Result,
): readonly LeftOut<Candidate>[] {
  const inFavourOf = newer.candidate.id;
  return leftOut.map((one): LeftOut<Candidate> => {
    if (one.ranked.candidate.id === inFavourOf) return { ranked: first, because: "target", inFavourOf };
    return one.inFavourOf === first.candidate.id ? { ...one, inFavourOf } : one;
  });
}
