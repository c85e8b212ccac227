import * as z from "zod";
import { adviceOn } from "../../domain/calibration/advice.ts";
import {
  type Calibration,
  calibrate,
  credibleInterval,
  MIN_OUTCOMES,
  type Reliability,
  trendOf,
} from "../../domain/calibration/calibration.ts";
import { isWorthAWord, judgeConfidence } from "../../domain/calibration/confidence-status.ts";
import { recommendationOf } from "../../domain/calibration/recalibration.ts";
import { ALL_DOMAINS, DomainQuery } from "../../domain/shared/domain-slug.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import { defineOperation } from "../shared/operation.ts";
import type { CalibrationDeps } from "./deps.ts";
import { readRecalibration } from "./read-recalibration.ts";

export const getCalibration = defineOperation({
  name: "get-calibration",
  summary: "How often decisions of a kind work out, and how far confidence in them can be trusted.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ domain: DomainQuery.optional() }),
  async run({ domain }, deps: CalibrationDeps, { scope }) {
    const tally = await deps.store.tally(scope, domain);
    if (tally.outcomes < MIN_OUTCOMES) throw tooFewOutcomes(tally.domain, tally.outcomes, scope);
    const math = await deps.betaMath();
    const calibration = calibrate(tally);
    const basis = await readRecalibration({ domain }, deps, scope);
    const judged = judgeConfidence(basis, calibration.meanConfidence);
    const due = await deps.store.dueCount(scope, deps.clock.now(), domain);
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
