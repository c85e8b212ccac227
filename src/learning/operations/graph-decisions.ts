import * as z from "zod";
import { requireDecision, TRAVERSAL_DEPTH } from "../../decisions/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { decisionGraph } from "../sql/decision-graph.ts";
import type { GuidanceDeps } from "./deps.ts";

/** As many as can be looked at together. */
export const MOST_NODES = 5_000;

export const graphDecisions = defineOperation({
  name: "graph-decisions",
  summary: "The newest decisions and how they relate to each other.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    limit: z.number().int().min(1).max(MOST_NODES).default(MOST_NODES),
    /** Also shown, with what is linked to it, however old it is. */
    around: DecisionRef.optional(),
  }),
  async run({ limit, around }, deps: GuidanceDeps, { scope }) {
    if (around === undefined) return decisionGraph(deps.memory, scope, limit, []);
    const { id } = await requireDecision(deps, scope, around);
    const { reached } = await deps.linkGraph.traverse(scope, [id], TRAVERSAL_DEPTH.decision);
    return decisionGraph(deps.memory, scope, limit, [...reached.keys()]);
  },
});
