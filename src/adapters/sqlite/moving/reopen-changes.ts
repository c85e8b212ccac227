import type { Progress } from "../../../domain/decisions/decision.ts";
import { progressWithout } from "../../../domain/decisions/outcome.ts";
import { changeDecisionRow } from "../decisions/decision-changes.ts";
import { withdrawOutcome } from "../decisions/history-rows.ts";
import { defineChange } from "../log/change.ts";
import type { StoredAuthor } from "../log/people.ts";
import { settleDecisions } from "./settle-decisions.ts";

/** First the decision, its outcomes and who withdrew them; then, apart because it is text, why. */
export type Reopen =
  | { readonly decision: string; readonly outcomes: readonly string[]; readonly by: StoredAuthor }
  | { readonly note: string; readonly by: StoredAuthor };

export const outcomeReopened = defineChange<"outcome.reopened", Reopen>({
  action: "outcome.reopened",
  version: 1,
  apply(sql, [first, second], { at }) {
    const { decision, outcomes, by } = first as Extract<Reopen, { decision: string }>;
    for (const id of outcomes) withdrawOutcome(sql, id, { at: at.getTime(), by });
    settleDecisions(sql, [decision]);
    const row = sql.get("SELECT progress, outcome_id FROM memories WHERE id = ?", decision);
    if (!row) return;
    // An outcome that came in on another machine meanwhile still counts, and with it the progress.
    const progress = row["outcome_id"] === null ? progressWithout(row as { progress: Progress }) : undefined;
    const said = second as Extract<Reopen, { note: string }> | undefined;
    changeDecisionRow(sql, decision, { progress, note: said?.note, by }, at);
  },
});
