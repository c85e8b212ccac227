import * as z from "zod";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/decision-history.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { depthOr, reducedDepth, TRAVERSAL_DEPTH } from "../links/traverse-links.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";

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
    const { store, linkGraph } = deps;
    const decision = await requireDecision(deps, scope, ref);
    const { reached, edges, cut } = await linkGraph.traverse(scope, [decision.id], depth);
    const near = [...reached].filter(([, distance]) => distance > 0);
    const shown = near.slice(0, MOST_RELATED);
    const related = await store.decisionsById(
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
