import type { Tally } from "../../domain/calibration/calibration.ts";
import { type Recalibration, recalibrationOf } from "../../domain/calibration/recalibration.ts";
import { ALL_DOMAINS } from "../../domain/shared/domain-slug.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { CalibrationDeps } from "./deps.ts";

/** How to correct a confidence stated in the domain of a tally, or in all domains together. */
export async function readRecalibration(
  tally: Tally,
  { store }: Pick<CalibrationDeps, "store">,
  scope: Scope,
): Promise<Recalibration> {
  return recalibrationOf(tally.domain === ALL_DOMAINS ? tally : await store.tally(scope), tally);
}
