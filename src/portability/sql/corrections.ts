/** Corrects decisions: merges, restores and reopens them as planned, and logs it. */

import { tallyOf } from "../../calibration/index.ts";
import {
  type CorrectionStore,
  type Decision,
  decisionsById,
  duplicatesOf,
  type LinkRow,
  type MergePlan,
  nothingToReopen,
  outcomesOf,
  planMerge,
  planReopen,
  planRestore,
  progressAfter,
  type RestorePlan,
  readRequiredDecision,
  storeDecisionChange,
  storeSupersede,
} from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { makeChange } from "../../store/log/change.ts";
import { storeAuthor } from "../../store/log/people.ts";
import { decisionMerged, decisionRestored, outcomeReopened } from "./correction-changes.ts";

export function sqliteCorrections(connection: Connection): CorrectionStore {
  return {
    supersedeBy: (scope, { supersedes, by, because, note }, act) =>
      connection.write((sql) => {
        const replacement = readRequiredDecision(sql, scope, by);
        if (note !== undefined) storeDecisionChange(sql, replacement, { note }, act);
        return storeSupersede(sql, replacement, supersedes, because, act);
      }),
    planMerge: (scope, keep, duplicate) =>
      connection.read((sql) => planMerge(sql, scope, keep, duplicate).plan),
    mergeDecisions: (scope, keep, duplicate, { linkId }, act) =>
      connection.write((sql) => mergeDecisions(sql, scope, keep, duplicate, linkId, act)),
    duplicatesOf: (scope, id) => connection.read((sql) => decisionsById(sql, scope, duplicatesOf(sql, id))),
    planRestore: (scope, ref) => connection.read((sql) => planRestore(sql, scope, ref).plan),
    restoreDecision: (scope, ref, note, act) =>
      connection.write((sql) => restoreDecision(sql, scope, ref, note, act)),
    planReopen: (scope, ref) => connection.read((sql) => planReopen(sql, scope, ref)),
    reopenDecision: (scope, ref, note, act) =>
      connection.write((sql) => reopenDecision(sql, scope, ref, note, act)),
  };
}

function mergeDecisions(
  sql: Sql,
  scope: Scope,
  keepRef: string,
  duplicateRef: string,
  linkId: () => string,
  act: Act,
): MergePlan {
  const { plan, links } = planMerge(sql, scope, keepRef, duplicateRef);
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
  const row = sql.get(
    `SELECT id FROM links WHERE from_id = ? AND to_id = ? AND relation = 'supersedes' AND state = 'active'
     ORDER BY at, id LIMIT 1`,
    keep,
    duplicate,
  );
  return row?.["id"] as string | undefined;
}

/** The decisions that the text of a taken-over link may be about. */
const textOf = ({ from_id, to_id, body }: LinkRow): string[] => [
  from_id,
  to_id,
  body["merged_from"] as string,
];

function restoreDecision(
  sql: Sql,
  scope: Scope,
  ref: string,
  note: Screened | undefined,
  act: Act,
): RestorePlan {
  const { plan, merge } = planRestore(sql, scope, ref);
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
}

function reopenDecision(
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
    decision: readRequiredDecision(sql, project, id),
    outcomes,
    before,
    after: tallyOf(sql, project, current.domain),
  };
}
