import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Guidance, GuidanceCounts, GuidanceResult } from "./guidance.ts";

/** Guidance given before decisions were made. Each project keeps a limited number, for a limited time (`guidance.ts`). */
export interface GuidanceStore {
  /**
   * If guidance with the same statement was given since `repeatedSince` and has no result, that one is updated: it keeps
   * its time and its first confidence, and the newly cited decisions are added.
   */
  addGuidance(guidance: Guidance, repeatedSince: Date, act: Act): Promise<Guidance>;
  /** Guidance without a result, given since `since` or in the session. Newest first. */
  openGuidance(
    project: string,
    filter: { readonly since: Date; readonly sessionId?: Screened | undefined },
    limit: number,
  ): Promise<readonly Guidance[]>;
  /** Returns false and writes nothing if it has a result, or if it or the decision is no longer in the project. */
  settleGuidance(project: string, id: string, result: GuidanceResult, act: Act): Promise<boolean>;
  /** Guidance with the verdict `prevented` that cited this decision or was settled by it: how often, and the latest. */
  preventedBy(scope: Scope, decisionId: string): Promise<{ count: number; latest?: Guidance | undefined }>;
  /** Counts only guidance that is still kept; see `GUIDANCE_KEPT_MS`. */
  guidanceCounts(scope: Scope): Promise<GuidanceCounts>;
}
