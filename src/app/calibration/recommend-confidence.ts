import { ALL_DOMAINS, type Tally } from "../../domain/calibration/calibration.ts";
import { type Recalibration, recalibrationOf } from "../../domain/calibration/recalibration.ts";
import type { Scope } from "../../domain/store.ts";
import type { Deps } from "../shared/operation.ts";

/** How to correct a confidence stated in a domain, or in all of them together, whose tally was read. */
export async function recalibrationFrom(
  own: Tally,
  { store }: Pick<Deps, "store">,
  scope: Scope,
): Promise<Recalibration> {
  return recalibrationOf(own.domain === ALL_DOMAINS ? own : await store.tally(scope), own);
}
