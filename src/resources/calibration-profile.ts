import { getCalibration } from "../app/calibration/get-calibration.ts";
import { listDue } from "../app/decisions/list-due.ts";
import type { Deps } from "../app/deps.ts";
import { getConfidenceGuidance } from "../app/guidance/get-confidence-guidance.ts";
import { type Call, perform } from "../app/shared/operation.ts";
import { Fault } from "../domain/shared/errors.ts";
import { rounded } from "../domain/shared/rounding.ts";
import type { JsonObject } from "./resource.ts";

/** A calibration in the format of the document; with too few outcomes its status is `no_data`. */
export async function calibrationProfile(domain: string, deps: Deps, call: Call): Promise<JsonObject> {
  const known = await perform(getCalibration, { domain }, deps, call).catch(undefinedIfTooFew);
  if (!known) return withoutData(domain, deps, call);
  const { calibration, status, trend, interval, recommendation, due } = known;
  return {
    domain,
    status,
    sample_size: calibration.sampleSize,
    alpha: rounded(calibration.alpha),
    beta: rounded(calibration.beta),
    mean_success_rate: rounded(calibration.mean),
    variance: calibration.variance,
    mean_confidence: rounded(calibration.meanConfidence),
    confidence_gap: rounded(calibration.gap),
    trend,
    credible_interval_95: interval.map((bound) => rounded(bound)),
    last_updated: calibration.lastOutcomeAt?.toISOString() ?? null,
    recommendation,
    due_outcomes: due,
  };
}

function undefinedIfTooFew(error: unknown): undefined {
  if (error instanceof Fault && error.code === "insufficient") return undefined;
  throw error;
}

async function withoutData(domain: string, deps: Deps, call: Call): Promise<JsonObject> {
  const guidance = await perform(getConfidenceGuidance, { domain }, deps, call);
  const { total } = await perform(listDue, { domain, limit: 1 }, deps, call);
  return {
    domain,
    status: "no_data",
    sample_size: guidance.known ? guidance.calibration.sampleSize : guidance.sampleSize,
    recommendation: guidance.recommendation,
    due_outcomes: total,
  };
}
