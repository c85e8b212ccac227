import type { Act } from "../shared/act.ts";
import type { Erased } from "../shared/erasure.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Guidance, GuidanceResult } from "./guidance.ts";
import type { WarningTotals } from "./warning-totals.ts";

/** How much guidance of a project was erased. */
export type ErasedGuidance = Omit<Erased, "id"> & { readonly records: number };

/**
 * Guidance given before decisions were made. It arrives as an observation, and a result is computed from it, so neither
 * has an audit row. Each project keeps a limited number, for a limited time (`guidance.ts`).
 */
export interface GuidanceStore {
  /** Guidance without a result, given since `since` or in the session. Newest first. */
  openGuidance(
    project: string,
    filter: { readonly since: Date; readonly sessionId?: Screened | undefined },
    limit: number,
  ): Promise<readonly Guidance[]>;
  /** Returns false and writes nothing if it has a result, or if it or the decision is no longer in the project. */
  settleGuidance(project: string, id: string, result: GuidanceResult): Promise<boolean>;
  /** Guidance with the verdict `prevented` that cited this decision or was settled by it: how often, and the latest. */
  preventedBy(scope: Scope, decisionId: string): Promise<{ count: number; latest?: Guidance | undefined }>;
  /** Counts what was given since `since`. */
  warningTotals(scope: Scope, since: Date): Promise<WarningTotals>;
  /** With and without a result, newest first. */
  listGuidance(
    scope: Scope,
    limit: number,
  ): Promise<{ readonly items: readonly Guidance[]; readonly total: number }>;
  /** Removes its text for good and leaves an audit row. @throws Fault `not_found`. */
  eraseGuidance(scope: Scope, id: string, act: Act): Promise<Erased>;
  /** The same for all guidance of a project, with one audit row. */
  eraseAllGuidance(project: string, act: Act): Promise<ErasedGuidance>;
  /** Deletes what is older than `GUIDANCE_KEPT_MS` in every project, and returns how much it was. */
  expireGuidance(now: Date): Promise<number>;
}
