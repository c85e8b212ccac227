import * as z from "zod";
import { adviceOn } from "../../domain/calibration/advice.ts";
import {
  calibrate,
  credibleInterval,
  MIN_OUTCOMES,
  type Tally,
} from "../../domain/calibration/calibration.ts";
import { judgeConfidence } from "../../domain/calibration/confidence-status.ts";
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
  answersForTeam: true,
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

/** What the outcomes of a domain, and those of whoever asks, suggest for a confidence about to be stated in it. */
export async function confidenceGuidance(
  domain: string,
  confidence: number | undefined,
  deps: GuidanceDeps,
  { scope, actor: { author } }: Pick<Call, "scope" | "actor">,
) {
  const tally = await deps.store.tally(scope, domain);
  const basis = await readRecalibration({ domain, author }, deps, scope);
  const own = everyOneStated(tally) ? { outcomes: basis.outcomes, score: basis.score } : undefined;
  if (tally.outcomes < MIN_OUTCOMES) {
    const judged = judgeConfidence(basis, confidence ?? null);
    return {
      known: false as const,
      domain,
      stated: confidence,
      confidence,
      sampleSize: tally.outcomes,
      recommended: judged.recommended,
      recommendation: adviceOn({ ...judged, domain, team: tally, own }),
    };
  }
  const calibration = calibrate(tally);
  const stated = confidence ?? calibration.meanConfidence;
  const judged = judgeConfidence(basis, stated);
  return {
    known: true as const,
    domain,
    calibration,
    stated: confidence,
    confidence: stated,
    gap: stated === null ? null : stated - calibration.mean,
    ...judged,
    interval: credibleInterval(calibration, await deps.betaMath()),
    recommendation: adviceOn({ ...judged, domain, team: tally, own }),
  };
}

/** The basis knows only the outcomes with a stated confidence, so that is when it can count those of whoever asks. */
const everyOneStated = ({ outcomes, bins }: Tally): boolean =>
  bins.reduce((sum, bin) => sum + bin.outcomes, 0) === outcomes;
