/**
 * Reads that follow the links of decisions: a topic with its versions, a chain of replacements, what stands around
 * one.
 */
import * as z from "zod";
import {
  countingOutcome,
  type Decision,
  decisionPage,
  decisionsById,
  depthOr,
  historiesOf,
  historyOf,
  type Outcome,
  reducedDepth,
  requireDecision,
  type Signal,
  semanticLinks,
  TRAVERSAL_DEPTH,
} from "../../decisions/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
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
    const page = await decisionPage(deps.memory, { scope, topic }, MOST_VERSIONS);
    // Finds versions under other topics too, in case the topic was renamed.
    const { reached } = await deps.linkGraph.traverse(
      scope,
      page.items.map(({ id }) => id),
      maxDepth,
      ["supersedes"],
    );
    const beyond = [...reached].filter(([, distance]) => distance > 0).map(([id]) => id);
    const versions = [...page.items, ...(await decisionsById(deps.memory, scope, beyond))].sort(
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
async function replacementChain(
  start: Decision,
  maxDepth: number,
  { memory }: RecallDeps,
): Promise<Map<string, Decision>> {
  const found = new Map([[start.id, start]]);
  let frontier: readonly Decision[] = [start];
  for (let depth = 0; depth < maxDepth; depth++) {
    const neighbours = frontier.flatMap(({ supersedes, supersededBy }) => [...supersedes, ...supersededBy]);
    const next = new Set(neighbours.filter((id) => !found.has(id)));
    if (next.size === 0) break;
    frontier = await decisionsById(memory, start.project, [...next]);
    for (const decision of frontier) found.set(decision.id, decision);
  }
  return found;
}

export interface ChainStep {
  readonly decision: Decision;
  /** The signals before its outcome was known, oldest first. */
  readonly signals: readonly Signal[];
  /** Its current outcome. */
  readonly outcome?: Outcome | undefined;
}

/** The decisions that a decision replaced and was replaced by, oldest first. */
export async function chainOf(decision: Decision, mostSteps: number, deps: RecallDeps) {
  const found = await replacementChain(decision, mostSteps, deps);
  const members = [...found.values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const histories = await historiesOf(
    deps.memory,
    decision.project,
    members.map(({ id }) => id),
  );
  const steps = members.map((member): ChainStep => {
    const { outcomes, signals } = histories.get(member.id) ?? { outcomes: [], signals: [] };
    return { decision: member, signals, outcome: countingOutcome(member, outcomes) };
  });
  const replaced = members.flatMap(({ id, supersedes }) =>
    supersedes.map((older) => ({ from: id, to: older })),
  );
  return {
    steps,
    links: replaced.filter(({ to }) => found.has(to)),
    /** Whether the chain is longer than what was read. */
    cut: members.some(({ supersedes, supersededBy }) =>
      [...supersedes, ...supersededBy].some((id) => !found.has(id)),
    ),
  };
}

/** More than one reply can show. */
const MOST_RELATED = 50;

export const loadContext = defineOperation({
  name: "load-context",
  summary:
    "One decision with what stands around it: what it replaced, refines or contradicts, and how it worked out.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    ref: DecisionRef,
    depth: depthOr(TRAVERSAL_DEPTH.decision),
  }),
  async run({ ref, depth }, deps: RecallDeps, { scope }) {
    const { memory, linkGraph } = deps;
    const decision = await requireDecision(deps, scope, ref);
    const { reached, edges, cut } = await linkGraph.traverse(scope, [decision.id], depth);
    const near = [...reached].filter(([, distance]) => distance > 0);
    const shown = near.slice(0, MOST_RELATED);
    const related = await decisionsById(
      memory,
      scope,
      shown.map(([id]) => id),
    );
    const known = new Set([decision.id, ...related.map(({ id }) => id)]);
    const { outcomes } = await historyOf(decision, deps);
    return {
      decision,
      outcomes: outcomes.filter(({ withdrawn }) => withdrawn === undefined),
      related: related.map((other) => ({ decision: other, distance: reached.get(other.id) ?? 0 })),
      edges: edges.filter(({ from, to }) => known.has(from) && known.has(to)),
      /** Whether there are more related decisions than returned. */
      cut: cut || near.length > shown.length,
      notices: reducedDepth("depth", depth),
    };
  },
});
