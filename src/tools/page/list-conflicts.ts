import * as z from "zod";
import { listContradictions } from "../../app/links/list-contradictions.ts";
import { type DecisionRow, decisionRow } from "./decision-row.ts";
import { definePageCall } from "./page-call.ts";

/** Two decisions that contradict each other and both hold. */
export interface ConflictResult {
  readonly link_id: string;
  readonly reason: string;
  readonly at: string;
  readonly from: DecisionRow;
  readonly to: DecisionRow;
}

export interface ListConflictsResult {
  readonly conflicts: readonly ConflictResult[];
}

export const listConflictsCall = definePageCall({
  name: "list-conflicts",
  effect: "read",
  input: z.strictObject({ limit: listContradictions.input.shape.limit }),
  async run({ limit }, { perform }): Promise<ListConflictsResult> {
    const found = await perform(listContradictions, { limit });
    return {
      conflicts: found.map(({ link, from, to }) => ({
        link_id: link.id,
        reason: link.reason,
        at: link.proposedAt.toISOString(),
        from: decisionRow(from),
        to: decisionRow(to),
      })),
    };
  },
});
