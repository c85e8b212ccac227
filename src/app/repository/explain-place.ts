import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { hasFailed } from "../../domain/decisions/outcome.ts";
import {
  byNearness,
  PLACED_BY,
  type PlacedBy,
  type PlacedDecision,
} from "../../domain/repository/placed-decision.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import { carryingCommits } from "./carrying-commits.ts";
import type { RepositoryDeps } from "./deps.ts";
import { followQuietly } from "./follow-quietly.ts";
import { type FoundAt, foundAtPlace } from "./found-at-place.ts";
import { readPlace } from "./read-place.ts";
import { standingInstead } from "./standing-instead.ts";
import { readOrigins, writtenBy } from "./written-by.ts";

export const explainPlace = defineOperation({
  name: "explain-place",
  summary:
    "The decisions that hold for a place in the code, what was ruled out there, and what carried them out.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({
    place: boundedText(1, LIMITS.name),
    limit: z.number().int().min(1).max(20).default(5),
  }),
  async run({ place: named, limit }, deps: RepositoryDeps, call) {
    const place = await readPlace(named, deps.checkout);
    const [{ isComplete }, lines] = await Promise.all([
      followQuietly(projectOf(call), deps),
      readOrigins(place, deps),
    ]);
    const origins = await writtenBy(place, lines ?? [], call.scope, deps);
    const found = nearest([...(await foundAtPlace(place, call.scope, deps)), ...origins.found]);
    const placed = await decisionsOf(found, call.scope, deps);
    const ranked = placed.sort((a, b) => byNearness(a, b, origins.writtenAt));
    const holding = ranked.filter(({ decision }) => !hasFailed(decision)).slice(0, limit);
    const failed = ranked.filter(({ decision }) => hasFailed(decision)).slice(0, limit);
    const commits = await carryingCommits(
      [...holding, ...failed].map(({ decision }) => decision),
      call.scope,
      deps,
    );
    const withCommits = (one: Placed): PlacedDecision => ({
      ...one,
      commits: commits.get(one.decision.id) ?? [],
    });
    return {
      place,
      decisions: holding.map(withCommits),
      failed: failed.map(withCommits),
      isComplete: isComplete && lines !== undefined,
    };
  },
});

type Placed = Omit<PlacedDecision, "commits">;

/** For each decision the nearest way in which it is about the place. */
function nearest(found: readonly FoundAt[]): ReadonlyMap<string, FoundAt> {
  const best = new Map<string, FoundAt>();
  const rank = (by: PlacedBy): number => PLACED_BY.indexOf(by);
  for (const one of found) {
    const known = best.get(one.decision);
    if (!known || rank(one.by) < rank(known.by)) best.set(one.decision, one);
  }
  return best;
}

/** Those that hold or failed. What was replaced is told by what holds instead. */
async function decisionsOf(
  found: ReadonlyMap<string, FoundAt>,
  scope: Scope,
  deps: RepositoryDeps,
): Promise<Placed[]> {
  const read = await deps.store.decisionsById(scope, [...found.keys()]);
  const instead = await standingInstead(read, scope, deps);
  const placed = new Map<string, Placed>();
  const put = (decision: Decision, at: FoundAt, replaces?: string): void => {
    const known = placed.get(decision.id);
    if (known && PLACED_BY.indexOf(known.by) <= PLACED_BY.indexOf(at.by)) return;
    placed.set(decision.id, { decision, by: at.by, state: at.state, replaces });
  };
  for (const decision of read) {
    const at = found.get(decision.id) as FoundAt;
    if (decision.standing === "active" || (decision.standing !== "draft" && hasFailed(decision)))
      put(decision, at);
    const newer = instead.get(decision.id);
    if (newer) put(newer, at, decision.id);
  }
  return [...placed.values()];
}
