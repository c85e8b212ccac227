import * as z from "zod";
import type { Decision } from "../domain/decision.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { type Deps, defineOperation } from "./operation.ts";

/** However far a caller wants to go: a memory is not walked through from end to end by one question. */
export const DEPTH_CAP = 5;
const TOPIC_DEPTH = 3;
/** A topic with more versions than this is read a part at a time. */
const MOST_VERSIONS = 100;

export const recallTopic = defineOperation({
  name: "recall-topic",
  summary: "How what was decided about a topic evolved: every version, and what replaced what.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    topic: boundedText(1, LIMITS.name),
    maxDepth: z.number().int().min(0).max(DEPTH_CAP).default(TOPIC_DEPTH),
  }),
  async run({ topic, maxDepth }, deps, { scope }) {
    const page = await deps.store.listDecisions({ scope, topic }, MOST_VERSIONS);
    const found = await withReplaced(page.items, maxDepth, deps);
    const versions = [...found.values()].sort(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    const replaces = versions.flatMap(({ id, supersedes }) =>
      supersedes.filter((older) => found.has(older)).map((older) => ({ from: id, to: older })),
    );
    return { topic, versions, replaces, left: page.total - page.items.length };
  },
});

/** Follows what replaced and was replaced, also where the topic was renamed on the way. */
export async function withReplaced(
  start: readonly Decision[],
  maxDepth: number,
  { store }: Deps,
): Promise<Map<string, Decision>> {
  const found = new Map(start.map((decision) => [decision.id, decision]));
  let edge = start;
  for (let depth = 0; depth < maxDepth && edge.length > 0; depth++) {
    const next = edge.flatMap(({ project, supersedes, supersededBy }) =>
      [...supersedes, ...supersededBy].filter((id) => !found.has(id)).map((id) => ({ project, id })),
    );
    const read = await Promise.all(next.map(({ project, id }) => store.findDecision(project, id)));
    edge = read.filter((decision): decision is Decision => decision !== undefined && !found.has(decision.id));
    for (const decision of edge) found.set(decision.id, decision);
  }
  return found;
}
