/** Reports how complete decisions and links are, and which ones to mend first. */

import * as z from "zod";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import type { Decision } from "../rules/decision.ts";
import {
  missingParts,
  type QualityMetric,
  QualityThresholds,
  qualityOf,
  RICH_REASON_OVER,
  shortfallsOf,
} from "../rules/quality.ts";
import { decisionsById } from "../sql/decisions.ts";
import { decisionsToImprove, linksToImprove, qualityCounts } from "../sql/link-quality.ts";
import type { LinkDeps } from "./deps.ts";

/** Per shortfall: as many as a person improves in one sitting. */
const MOST_TO_IMPROVE = 5;

/** A decision to improve, and what it lacks. */
export interface DecisionToImprove {
  readonly decision: Decision;
  readonly lacks: string;
}

export const reportQuality = defineOperation({
  name: "report-quality",
  summary: "How well decisions are told and linked, and which ones to mend first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ thresholds: QualityThresholds.prefault({}) }),
  async run({ thresholds }, deps: LinkDeps, call) {
    const counts = await qualityCounts(deps.memory, call.scope);
    const quality = qualityOf(counts);
    const shortfalls = await Promise.all(
      shortfallsOf(quality, thresholds).map(async (metric) => ({
        metric,
        value: quality[metric] as number,
        threshold: thresholds[metric],
        mend: await listDecisionsToImprove(metric, deps, call),
      })),
    );
    return { at: deps.clock.now(), scope: call.scope, counts, quality, thresholds, shortfalls };
  },
});

async function listDecisionsToImprove(
  metric: QualityMetric,
  { memory }: LinkDeps,
  { scope }: Call,
): Promise<DecisionToImprove[]> {
  if (metric === "richReasonRatio") {
    const links = await linksToImprove(memory, scope, MOST_TO_IMPROVE);
    const decisions = await decisionsById(memory, scope, [...new Set(links.map(({ from }) => from))]);
    const byId = new Map(decisions.map((decision) => [decision.id, decision]));
    return links.flatMap(({ id, from, relation, to, reason }) => {
      const decision = byId.get(from);
      const lacks = `${id} (${relation} ${to}) has a reason of ${[...reason].length} characters; more than ${RICH_REASON_OVER} say something`;
      return decision ? [{ decision, lacks }] : [];
    });
  }
  const decisions = await decisionsToImprove(memory, scope, metric, MOST_TO_IMPROVE);
  return decisions.map((decision) => ({
    decision,
    lacks: metric === "linkCoverage" ? "no link" : `no ${missingParts(decision).join(", no ")}`,
  }));
}
