import * as z from "zod";
import { listCalibrations } from "../app/calibration/list-calibrations.ts";
import { listDue } from "../app/decisions/list-due.ts";
import { perform } from "../app/shared/operation.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { calibrationProfile } from "./calibration-profile.ts";
import { contents } from "./contents.ts";
import { defineResource } from "./resource.ts";

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
