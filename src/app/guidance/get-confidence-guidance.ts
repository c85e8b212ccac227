import * as z from "zod";
import { adviceOn, adviceOnConfidence } from "../../domain/calibration/advice.ts";
import {
  adjustmentOf,
  calibrate,
  credibleInterval,
  MIN_OUTCOMES,
  statusOf,
} from "../../domain/calibration/calibration.ts";
import { recommendationOf } from "../../domain/calibration/recalibration.ts";
import { Confidence } from "../../domain/decisions/decision.ts";
import { DomainQuery } from "../../domain/shared/domain-slug.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { readRecalibration } from "../calibration/read-recalibration.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import { similarPatterns } from "../skills/similar-patterns.ts";
import type { GuidanceDeps } from "./deps.ts";

export const getConfidenceGuidance = defineOperation({
  name: "get-confidence-guidance",
  summary: "What confidence to state for a decision of a kind, given how such decisions worked out.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainQuery,
    confidence: Confidence.optional(),
    statement: boundedText(1, LIMITS.statement).optional(),
  }),
  async run({ domain, confidence, statement }, deps: GuidanceDeps, call) {
    const guidance = await confidenceGuidance(domain, confidence, deps, call);
    const patterns = statement === undefined ? [] : await similarPatterns(statement, call.scope, deps);
    return { ...guidance, patterns };
  },
});

/** What the outcomes of a domain suggest for a confidence about to be stated in it. */
export async function confidenceGuidance(
  domain: string,
  confidence: number | undefined,
  deps: GuidanceDeps,
  { scope }: Call,
) {
  const tally = await deps.store.tally(scope, domain);
  const basis = await readRecalibration(tally, deps, scope);
  const recommend = (stated: number | null) => (stated === null ? null : recommendationOf(basis, stated));
  if (tally.outcomes < MIN_OUTCOMES) {
    const recommended = recommend(confidence ?? null);
    const recommendation = [
      adviceOn({ status: "no_confidence", domain, gap: null, rate: 0, outcomes: tally.outcomes }),
      adviceOnConfidence(recommended) ?? "State the confidence you really hold, and record the outcome.",
    ].join(" ");
    return {
      known: false as const,
      domain,
      stated: confidence,
      confidence,
      sampleSize: tally.outcomes,
      recommended,
      recommendation,
    };
  }
  const calibration = calibrate(tally);
  const stated = confidence ?? calibration.meanConfidence;
  const gap = stated === null ? null : stated - calibration.mean;
  const status = statusOf(gap);
  const recommended = recommend(stated);
  const advice = adviceOn({ status, domain, gap, rate: calibration.mean, outcomes: tally.outcomes });
  return {
    known: true as const,
    domain,
    calibration,
    stated: confidence,
    confidence: stated,
    gap,
    status,
    adjustment: gap === null ? null : adjustmentOf(gap, tally.outcomes),
    recommended,
    interval: credibleInterval(calibration, await deps.betaMath()),
    recommendation: [advice, adviceOnConfidence(recommended) ?? []].flat().join(" "),
  };
}
