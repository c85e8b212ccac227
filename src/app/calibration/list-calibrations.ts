import * as z from "zod";
import {
  type Calibration,
  calibrate,
  MIN_OUTCOMES,
  overallOf,
  TRENDS,
  type Trend,
  trendOf,
} from "../../domain/calibration/calibration.ts";
import type { ConfidenceJudgement } from "../../domain/calibration/confidence-status.ts";
import { defineOperation } from "../shared/operation.ts";
import type { CalibrationDeps } from "./deps.ts";
import { judgeTeam } from "./read-recalibration.ts";

const CALIBRATION_ORDERS = ["success_rate", "trend", "variance"] as const;

type Entry = Calibration & Omit<ConfidenceJudgement, "recommended"> & { readonly trend: Trend };

/** The best rate, the best trend and the lowest variance come first. */
const COMPARE: Readonly<Record<(typeof CALIBRATION_ORDERS)[number], (a: Entry, b: Entry) => number>> = {
  success_rate: (a, b) => b.mean - a.mean,
  trend: (a, b) => TRENDS.indexOf(a.trend) - TRENDS.indexOf(b.trend) || b.mean - a.mean,
  variance: (a, b) => a.variance - b.variance,
};

export const listCalibrations = defineOperation({
  name: "list-calibrations",
  summary: "The calibration of every domain.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({
    minSampleSize: z.number().int().min(1).max(1_000_000).default(MIN_OUTCOMES),
    sortBy: z.enum(CALIBRATION_ORDERS).optional(),
  }),
  async run({ minSampleSize, sortBy }, deps: CalibrationDeps, { scope }) {
    const tallies = await deps.store.tallies(scope);
    const math = await deps.betaMath();
    const enough = tallies.filter(({ outcomes }) => outcomes >= minSampleSize);
    const domains = await Promise.all(
      enough.map(async (tally): Promise<Entry> => {
        const calibration = calibrate(tally);
        const { status, adjustment } = await judgeTeam(calibration, deps, scope);
        return { ...calibration, status, adjustment, trend: trendOf(tally, math) };
      }),
    );
    if (sortBy) domains.sort(COMPARE[sortBy]);
    const times = tallies.flatMap(({ lastOutcomeAt }) => lastOutcomeAt?.getTime() ?? []);
    return {
      domains,
      overall: overallOf(domains),
      lastUpdated: times.length > 0 ? new Date(Math.max(...times)) : undefined,
      left: tallies.length - enough.length,
    };
  },
});
