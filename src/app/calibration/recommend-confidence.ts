import type { Tally } from "../../domain/calibration/calibration.ts";
import {
  type Recalibration,
  type Recommendation,
  recalibrationOf,
  recommendationOf,
} from "../../domain/calibration/recalibration.ts";
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

/** What to state instead, given how confidence stated so far held up. Without outcomes it is what was stated. */
export async function recommendConfidence(
  deps: Pick<CalibrationDeps, "store">,
  scope: Scope,
  domain: string,
  stated: number,
): Promise<Recommendation> {
  const own = await deps.store.tally(scope, domain);
  return recommendationOf(await recalibrationFrom(own, deps, scope), stated);
}
