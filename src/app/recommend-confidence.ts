import { ALL_DOMAINS } from "../domain/calibration.ts";
import {
  type Recalibration,
  type Recommendation,
  recalibrationOf,
  recommendationOf,
} from "../domain/recalibration.ts";
import type { Scope } from "../domain/store.ts";
import type { Deps } from "./operation.ts";

/** How to correct a confidence stated in a domain, or in all of them together. */
export async function recalibrationIn(
  { store }: Pick<Deps, "store">,
  scope: Scope,
  domain: string = ALL_DOMAINS,
): Promise<Recalibration> {
  const own = await store.tally(scope, domain);
  return recalibrationOf(domain === ALL_DOMAINS ? own : await store.tally(scope), own);
}

/** What to state instead, given how confidence stated so far held up. Without outcomes it is what was stated. */
export async function recommendConfidence(
  deps: Pick<Deps, "store">,
  scope: Scope,
  domain: string,
  stated: number,
): Promise<Recommendation> {
  return recommendationOf(await recalibrationIn(deps, scope, domain), stated);
}
