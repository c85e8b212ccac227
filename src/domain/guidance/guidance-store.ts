import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Guidance, GuidanceResult } from "./guidance.ts";

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
}
