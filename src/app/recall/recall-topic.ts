import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { semanticLinks } from "../links/semantic-links.ts";
import { depthOr, reducedDepth, TRAVERSAL_DEPTH } from "../links/traverse-links.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";

/** Of a topic with more versions only the newest are read. */
const MOST_VERSIONS = 100;

export const recallTopic = defineOperation({
  name: "recall-topic",
  summary:
    "How what was decided about a topic evolved: every version, what replaced what, and what it is tied to.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    topic: boundedText(1, LIMITS.name),
    maxDepth: depthOr(TRAVERSAL_DEPTH.topic),
  }),
  async run({ topic, maxDepth }, deps: RecallDeps, { scope }) {
    const page = await deps.store.listDecisions({ scope, topic }, MOST_VERSIONS);
    // Finds versions under other topics too, in case the topic was renamed.
    const { reached } = await deps.linkGraph.traverse(
      scope,
      page.items.map(({ id }) => id),
      maxDepth,
      ["supersedes"],
    );
    const beyond = [...reached].filter(([, distance]) => distance > 0).map(([id]) => id);
    const versions = [...page.items, ...(await deps.store.decisionsById(scope, beyond))].sort(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    const found = new Set(versions.map(({ id }) => id));
    const replaces = versions.flatMap(({ id, supersedes }) =>
      supersedes.filter((older) => found.has(older)).map((older) => ({ from: id, to: older })),
    );
    return {
      topic,
      versions,
      replaces,
      /** Links that somebody proposed, from or to a version. */
      semantic: await semanticLinks(versions, scope, deps),
      left: page.total - page.items.length,
      notices: reducedDepth("maxDepth", maxDepth),
    };
  },
});

/** Follows the `supersedes` links in both directions, even if the topic was renamed. */
export async function replacementChain(
  start: Decision,
  maxDepth: number,
  { store }: RecallDeps,
): Promise<Map<string, Decision>> {
  const found = new Map([[start.id, start]]);
  let frontier: readonly Decision[] = [start];
  for (let depth = 0; depth < maxDepth; depth++) {
    const neighbours = frontier.flatMap(({ supersedes, supersededBy }) => [...supersedes, ...supersededBy]);
    const next = new Set(neighbours.filter((id) => !found.has(id)));
    if (next.size === 0) break;
    frontier = await store.decisionsById(start.project, [...next]);
    for (const decision of frontier) found.set(decision.id, decision);
  }
  return found;
}
