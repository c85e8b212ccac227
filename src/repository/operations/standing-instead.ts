import type { Decision } from "../../decisions/index.ts";
import { decisionsById } from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import type { RepositoryDeps } from "./deps.ts";

/** A chain of replacements is followed no further than this. */
const LONGEST_CHAIN = 20;

/** By the id of each decision that was replaced, the active one at the end of its chain of replacements. */
export async function standingInstead(
  decisions: readonly Decision[],
  scope: Scope,
  { memory }: RepositoryDeps,
): Promise<ReadonlyMap<string, Decision>> {
  const known = new Map(decisions.map((decision) => [decision.id, decision]));
  const ends = new Map<string, Decision>();
  let open = decisions.flatMap(({ id, standing, supersededBy: [next] }) =>
    standing === "superseded" && next !== undefined ? [{ id, next }] : [],
  );
  for (let steps = 0; open.length > 0 && steps < LONGEST_CHAIN; steps++) {
    const unread = [...new Set(open.map(({ next }) => next).filter((next) => !known.has(next)))];
    for (const decision of unread.length > 0 ? await decisionsById(memory, scope, unread) : [])
      known.set(decision.id, decision);
    open = open.flatMap(({ id, next }) => {
      const decision = known.get(next);
      if (decision?.standing === "active") ends.set(id, decision);
      const further = decision?.standing === "superseded" ? decision.supersededBy[0] : undefined;
      return further === undefined ? [] : [{ id, next: further }];
    });
  }
  return ends;
}
