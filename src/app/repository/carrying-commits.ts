import type { Decision } from "../../domain/decisions/decision.ts";
import type { Commit } from "../../domain/shared/ports.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { RepositoryDeps } from "./deps.ts";

/** Of one decision. */
const MOST_COMMITS = 5;

/** By the id of each decision, the commits that carried it out, newest first. */
export async function carryingCommits(
  decisions: readonly Decision[],
  scope: Scope,
  { store, checkout }: RepositoryDeps,
): Promise<ReadonlyMap<string, readonly Commit[]>> {
  const ids = decisions.map(({ id }) => id);
  const [anchors, reports] = await Promise.all([store.anchorsOf(scope, ids), store.reportsOf(scope, ids)]);
  const named = new Map(
    decisions.map(({ id, linkedCommit, evidence }) => [
      id,
      [
        ...(linkedCommit === undefined ? [] : [linkedCommit]),
        ...evidence.filter(({ kind }) => kind === "commit").map(({ ref }) => ref),
        ...(anchors.get(id) ?? []).flatMap(({ baseline, carried, source }) =>
          baseline !== undefined && (carried === "named" || (carried === "touching" && source === "evidence"))
            ? [baseline]
            : [],
        ),
        ...(reports.get(id) ?? []).flatMap(({ kind, commit }) =>
          kind === "carried" && commit !== undefined ? [commit] : [],
        ),
      ],
    ]),
  );
  const known = await checkout.commitsOf([...new Set([...named.values()].flat())]);
  return new Map(
    [...named].map(([id, wanted]) => [
      id,
      known
        .filter((commit) => wanted.some((beginning) => commit.id.startsWith(beginning)))
        .slice(0, MOST_COMMITS),
    ]),
  );
}
