import type { Tally } from "../../domain/calibration/calibration.ts";
import { type Recalibration, recalibrationOf } from "../../domain/calibration/recalibration.ts";
import { ALL_DOMAINS } from "../../domain/shared/domain-slug.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { CalibrationDeps } from "./deps.ts";

/** How to correct a confidence stated in a domain, or in all of them together, whose tally was read. */
export async function recalibrationFrom(
  own: Tally,
  { store }: Pick<CalibrationDeps, "store">,
  scope: Scope,
): Promise<Recalibration> {
  return recalibrationOf(own.domain === ALL_DOMAINS ? own : await store.tally(scope), own);
}
