/** Resources of calibrations: of all domains, and of one. */

import * as z from "zod";
import { getCalibration, listCalibrations } from "../calibration/index.ts";
import { listDue } from "../decisions/index.ts";
import { getConfidenceGuidance } from "../learning/index.ts";
import type { Deps } from "../memory/index.ts";
import { Fault } from "../shared/errors.ts";
import { DomainQuery } from "../shared/names.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import { rounded } from "../shared/rounding.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { domainNames } from "./completion.ts";
import { contents, defineResource, type JsonObject } from "./resource.ts";

export const allCalibrationsResource = defineResource({
  name: "calibrations",
  title: "Calibrations",
  description:
    "The calibration of every domain that has outcomes, and how many outcomes are due in each and in all. Decisions that are due: membria://decisions/due.",
  path: "calibrations/all",
  input: z.strictObject({ max_tokens: maxTokens.optional() }),
  async read({ max_tokens }, deps, call) {
    const { domains, overall, lastUpdated } = await perform(
      listCalibrations,
      { minSampleSize: 1 },
      deps,
      call,
    );
    const due = await perform(listDue, { limit: 1 }, deps, call);
    const values = {
      overall_calibration: overall,
      due_outcomes: due.total,
      last_updated: lastUpdated?.toISOString() ?? null,
      calibrations: await Promise.all(domains.map(({ domain }) => calibrationProfile(domain, deps, call))),
    };
    return contents(values, call, { maxTokens: max_tokens, quotesMemory: false });
  },
  dependsOn: () => ["outcomes", "standings"],
});

export const calibrationResource = defineResource({
  name: "calibration",
  title: "The calibration of a domain",
  description:
    "How often decisions of a domain work out, how confidence compares, and how many outcomes are due. With fewer than three outcomes the status is no_data.",
  path: "calibrations/{domain}",
  input: z.strictObject({ domain: DomainQuery.describe("database, auth, api …; all for all together") }),
  hints: { domain: { suggestion: "Use a short lowercase name such as database." } },
  completers: { domain: domainNames },
  read: async ({ domain }, deps, call) =>
    contents(await calibrationProfile(domain, deps, call), call, { quotesMemory: false }),
  dependsOn: ({ domain }) => [`domain/${domain}`, "standings"],
});

/** A calibration in the format of the document; with too few outcomes its status is `no_data`. */
async function calibrationProfile(domain: string, deps: Deps, call: Call): Promise<JsonObject> {
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
