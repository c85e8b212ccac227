import { nothingToReopen, reopenTheKept } from "../../../domain/decisions/correcting.ts";
import type { CorrectionStore, ReopenPlan } from "../../../domain/decisions/correction-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { tallyOf } from "../calibration/tallies.ts";
import { requireDecision } from "../decisions/find-decision.ts";
import { outcomesOf } from "../decisions/history-rows.ts";
import { mergedDecisions } from "../decisions/merged-decisions.ts";
import { makeChange } from "../log/change.ts";
import { storeAuthor } from "../log/people.ts";
import type { Sql } from "../shared/connection.ts";
import { outcomeReopened } from "./reopen-changes.ts";

export function planReopen(sql: Sql, scope: Scope, ref: string): ReopenPlan {
  const decision = requireDecision(sql, scope, ref);
  const { kept, duplicates } = mergedDecisions(sql, decision.id);
  if (kept !== decision.id) throw reopenTheKept(decision, kept);
  const outcomes = [kept, ...duplicates]
    .flatMap((id) => outcomesOf(sql, id))
    .filter(({ withdrawn }) => withdrawn === undefined);
  if (outcomes.length === 0) throw nothingToReopen(decision);
  return { decision, outcomes };
}

export function reopenDecision(
  sql: Sql,
  scope: Scope,
  ref: string,
  note: Screened | undefined,
  act: Act,
): Awaited<ReturnType<CorrectionStore["reopenDecision"]>> {
  const { decision, outcomes } = planReopen(sql, scope, ref);
  const { id, project } = decision;
  // Of several, the one that counted is what the entry is about.
  const current = outcomes.find((outcome) => outcome.id === decision.outcome?.id) ?? outcomes.at(-1);
  if (!current) throw nothingToReopen(decision);
  const before = tallyOf(sql, project, current.domain);
  const by = storeAuthor(sql, act.by.author);
  const ids = outcomes.map((outcome) => outcome.id);
  makeChange(
    sql,
    act,
    outcomeReopened,
    { kind: "outcome", id: current.id, project },
    [
      { about: [], args: { decision: id, outcomes: ids, by } },
      ...(note === undefined ? [] : [{ about: [id], args: { note, by } }]),
    ],
    [id, ...ids.filter((one) => one !== current.id)],
  );
  return {
    decision: requireDecision(sql, project, id),
    outcomes,
    before,
    after: tallyOf(sql, project, current.domain),
  };
}
