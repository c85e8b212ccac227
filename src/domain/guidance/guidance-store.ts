import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Guidance, GuidanceCounts, GuidanceResult } from "./guidance.ts";

/** What was said before decisions were made. Bounded: a project keeps the newest, and none for long (`guidance.ts`). */
export interface GuidanceStore {
  /**
   * While one with the same statement since then has no result, it is that one: its time and its first confidence stay,
   * and what is cited is added.
   */
  addGuidance(guidance: Guidance, repeatedSince: Date, act: Act): Promise<Guidance>;
  /** Those without a result that were given since then or in the session, the newest first. */
  openGuidance(
    project: string,
    wanted: { readonly since: Date; readonly sessionId?: Screened | undefined },
    limit: number,
  ): Promise<readonly Guidance[]>;
  /** False when it has a result already, or it or the decision is gone from the project; then nothing is written. */
  settleGuidance(project: string, id: string, result: GuidanceResult, act: Act): Promise<boolean>;
  /** How often a decision that was cited, or that was made instead, kept another from being made as it was thought of. */
  preventedWith(scope: Scope, decisionId: string): Promise<{ count: number; latest?: Guidance | undefined }>;
  /** Over what is kept; see `GUIDANCE_KEPT_MS`. */
  guidanceCounts(scope: Scope): Promise<GuidanceCounts>;
}
