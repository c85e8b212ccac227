import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { ALL_DOMAINS, DomainQuery } from "../../shared/names.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { Memory } from "../../store/file/memory.ts";
import {
  type Calibration,
  type ConfidenceLevel,
  calibrate,
  credibleInterval,
  MIN_OUTCOMES,
  overallOf,
  type Reliability,
  TRENDS,
  type Trend,
  trendOf,
} from "../rules/calibration.ts";
import {
  adviceOn,
  type ConfidenceJudgement,
  isWorthAWord,
  judgeConfidence,
} from "../rules/confidence-advice.ts";
import { type Recalibration, recalibrationOf, recommendationOf } from "../rules/recalibration.ts";
import { confidenceEvidence, dueCount, readTallies, readTally } from "../sql/tallies.ts";
import type { CalibrationDeps } from "./deps.ts";

export const getCalibration = defineOperation({
  name: "get-calibration",
  summary: "How often decisions of a kind work out, and how far confidence in them can be trusted.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ domain: DomainQuery.optional() }),
  async run({ domain }, deps: CalibrationDeps, { scope }) {
    const tally = await readTally(deps.memory, scope, domain);
    if (tally.outcomes < MIN_OUTCOMES) throw tooFewOutcomes(tally.domain, tally.outcomes, scope);
    const math = await deps.betaMath();
    const calibration = calibrate(tally);
    const basis = await readRecalibration({ domain }, deps, scope);
    const judged = judgeConfidence(basis, calibration.meanConfidence);
    const due = await dueCount(deps.memory, scope, deps.clock.now(), domain);
    return {
      calibration,
      trend: trendOf(tally, math),
      interval: credibleInterval(calibration, math),
      status: judged.status,
      recommendation: adviceOn({ ...judged, domain: tally.domain, team: tally }),
      corrections: tenthsStated(calibration)
        .map((stated) => recommendationOf(basis, stated))
        .filter(isWorthAWord),
      due,
    };
  },
});

/** The tenths between the lowest and the highest stated one. Beyond them the curve would be extrapolated. */
function tenthsStated({ reliability }: Calibration): number[] {
  const stated = ({ outcomes }: Reliability): boolean => outcomes > 0;
  const from = reliability.findIndex(stated);
  return from < 0
    ? []
    : reliability.slice(from, reliability.findLastIndex(stated) + 1).map((bin) => bin.from);
}

function tooFewOutcomes(domain: string, found: number, scope: Scope): Fault {
  const where =
    domain !== ALL_DOMAINS
      ? `The domain ${domain} has`
      : scope === ALL_PROJECTS
        ? "All projects together have"
        : "This project has";
  return new Fault(
    "insufficient",
    `${where} ${found} outcome${found === 1 ? "" : "s"}, and a calibration needs at least ${MIN_OUTCOMES}.`,
    {
      field: "domain",
      received: domain,
      reason: "too_few_outcomes",
      hint: "Record how decisions worked out.",
      remedies: [{ remedy: "record-outcome" }, { remedy: "list-due" }],
    },
  );
}

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
    const tallies = await readTallies(deps.memory, scope);
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

type Tallies = { readonly memory: Memory };

/** How to correct a stated confidence. */
export async function readRecalibration(
  level: ConfidenceLevel,
  { memory }: Tallies,
  scope: Scope,
): Promise<Recalibration> {
  return recalibrationOf(await confidenceEvidence(memory, scope, level));
}

/** Judges the mean confidence stated in a domain by everybody's outcomes. */
export async function judgeTeam(
  { domain, meanConfidence }: { readonly domain: string; readonly meanConfidence: number | null },
  deps: Tallies,
  scope: Scope,
): Promise<ConfidenceJudgement> {
  return judgeConfidence(await readRecalibration({ domain }, deps, scope), meanConfidence);
}
