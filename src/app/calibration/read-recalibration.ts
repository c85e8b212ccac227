import { type ConfidenceJudgement, judgeConfidence } from "../../domain/calibration/confidence-status.ts";
import { type Recalibration, recalibrationOf } from "../../domain/calibration/recalibration.ts";
import type { ConfidenceLevel } from "../../domain/calibration/tally-store.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { CalibrationDeps } from "./deps.ts";

type Tallies = { readonly store: Pick<CalibrationDeps["store"], "confidenceEvidence"> };

/** How to correct a stated confidence. */
export async function readRecalibration(
  level: ConfidenceLevel,
  { store }: Tallies,
  scope: Scope,
): Promise<Recalibration> {
  return recalibrationOf(await store.confidenceEvidence(scope, level));
}

/** What everybody's outcomes in a domain say about the mean confidence stated for them. */
export async function judgeTeam(
  { domain, meanConfidence }: { readonly domain: string; readonly meanConfidence: number | null },
  deps: Tallies,
  scope: Scope,
): Promise<ConfidenceJudgement> {
  return judgeConfidence(await readRecalibration({ domain }, deps, scope), meanConfidence);
}
