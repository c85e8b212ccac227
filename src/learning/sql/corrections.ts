/** Corrects decisions: merges, restores and reopens them as planned, and logs it. */

import { type Tally, tallyOf } from "../../calibration/index.ts";
import {
  type Decision,
  type LinkRow,
  type MergePlan,
  nothingToReopen,
  outcomesOf,
  planMergeIn,
  planReopenIn,
  planRestoreIn,
  progressAfter,
  type ReopenPlan,
  type RestorePlan,
  readRequiredDecision,
} from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { makeChange } from "../../store/log/change.ts";
import { storeAuthor } from "../../store/log/people.ts";
import { decisionMerged, decisionRestored, outcomeReopened } from "./correction-changes.ts";

/** Both count as one decision from then on. @throws as `planMerge`. */
export function storeMerge(
  memory: Connection,
  scope: Scope,
  keep: string,
  duplicate: string,
  { linkId }: { readonly linkId: () => string },
  act: Act,
): Promise<MergePlan> {
  return memory.write((sql) => mergeDecisions(sql, scope, keep, duplicate, linkId, act));
}

/** Takes back a retraction or a merge. `decision` and `keep` are in their new state. @throws as `planRestore`. */
export function storeRestoring(
  memory: Connection,
  scope: Scope,
  ref: string,
  note: Screened | undefined,
  act: Act,
): Promise<RestorePlan> {
  return memory.write((sql): RestorePlan => {
    const { plan, merge } = planRestoreIn(sql, scope, ref);
    const { id, project } = plan.decision;
    const by = storeAuthor(sql, act.by.author);
    makeChange(
      sql,
      act,
      decisionRestored,
      { kind: "decision", id, project },
      [
        { about: [], args: { standing: plan.standing, ...(merge && { merge }) } },
        ...(note === undefined ? [] : [{ about: [id], args: { note, by } }]),
      ],
      merge ? [merge.keep, merge.link, ...merge.taken_over, ...outcomesOf(sql, id).map((one) => one.id)] : [],
    );
    return {
      ...plan,
      decision: readRequiredDecision(sql, project, id),
      ...(merge && { keep: readRequiredDecision(sql, project, merge.keep) }),
    };
  });
}

/** Withdraws all outcomes of a decision. @throws as `planReopen`. */
export function storeReopening(
  memory: Connection,
  scope: Scope,
  ref: string,
  note: Screened | undefined,
  act: Act,
): Promise<ReopenPlan & { readonly before: Tally; readonly after: Tally }> {
  return memory.write((sql): ReopenPlan & { readonly before: Tally; readonly after: Tally } => {
    const { decision, outcomes } = planReopenIn(sql, scope, ref);
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
      decision: readRequiredDecision(sql, project, id),
      outcomes,
      before,
      after: tallyOf(sql, project, current.domain),
    };
  });
}

function mergeDecisions(
  sql: Sql,
  scope: Scope,
  keepRef: string,
  duplicateRef: string,
  linkId: () => string,
  act: Act,
): MergePlan {
  const { plan, links } = planMergeIn(sql, scope, keepRef, duplicateRef);
  const { keep, duplicate } = plan;
  const rows = links.map((row) => ({ ...row, id: linkId() }));
  const link = replacingLink(sql, keep.id, duplicate.id) ?? linkId();
  const { standing } = duplicate;
  const progress = { before: keep.progress, after: progressOfKept(keep, duplicate) };
  const outcomes = outcomesOf(sql, duplicate.id).map(({ id }) => id);
  makeChange(
    sql,
    act,
    decisionMerged,
    { kind: "decision", id: duplicate.id, project: duplicate.project },
    [
      { about: [], args: { keep: keep.id, link, standing, progress } },
      ...rows.map((args) => ({ about: textOf(args), args })),
    ],
    [keep.id, link, ...rows.map(({ id }) => id), ...outcomes],
  );
  return {
    ...plan,
    keep: readRequiredDecision(sql, keep.project, keep.id),
    duplicate: readRequiredDecision(sql, keep.project, duplicate.id),
  };
}

const progressOfKept = (keep: Decision, { outcome }: Decision): Decision["progress"] =>
  keep.outcome || !outcome ? keep.progress : progressAfter(keep, outcome.status);

/** The link that says already that the one replaced the other. */
function replacingLink(sql: Sql, keep: string, duplicate: string): string | undefined {
  const row = sql.get<{ id: string }>(
    `SELECT id FROM links WHERE from_id = ? AND to_id = ? AND relation = 'supersedes' AND state = 'active'
     ORDER BY at, id LIMIT 1`,
    keep,
    duplicate,
  );
  return row?.id;
}

/** The decisions that the text of a taken-over link may be about. */
const textOf = ({ from_id, to_id, body }: LinkRow): string[] => [
  from_id,
  to_id,
  body["merged_from"] as string,
];
