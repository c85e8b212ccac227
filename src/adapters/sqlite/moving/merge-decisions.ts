import { requireMergeable, wouldBeCycle } from "../../../domain/decisions/correcting.ts";
import type { MergePlan } from "../../../domain/decisions/correction-store.ts";
import type { Decision } from "../../../domain/decisions/decision.ts";
import { progressAfter } from "../../../domain/decisions/outcome.ts";
import { type LinkEnds, type Relation, sameLink } from "../../../domain/links/link.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { requireDecision } from "../decisions/find-decision.ts";
import { outcomesOf, signalsOf } from "../decisions/history-rows.ts";
import { duplicatesOf, isMerge, keptFor } from "../decisions/merged-decisions.ts";
import { closesCycle } from "../decisions/supersede.ts";
import { type LinkRow, readLink } from "../links/link-rows.ts";
import { makeChange } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { decisionMerged } from "./merge-changes.ts";

/** Everything that is known before the merge: the plan for the caller, and the links as they will be stored. */
interface Planned {
  readonly plan: MergePlan;
  /** Still with the ids of the links that they are copies of. */
  readonly links: readonly LinkRow[];
}

export const planMerge = (sql: Sql, scope: Scope, keep: string, duplicate: string): MergePlan =>
  planned(sql, scope, keep, duplicate).plan;

function planned(sql: Sql, scope: Scope, keepRef: string, duplicateRef: string): Planned {
  const keep = requireDecision(sql, scope, keepRef);
  const duplicate = requireDecision(sql, keep.project, duplicateRef);
  const into = keptFor(sql, duplicate.id);
  requireMergeable(keep, duplicate, into === duplicate.id ? undefined : into);
  if (closesCycle(sql, keep.id, duplicate.id)) throw wouldBeCycle(keep.id, duplicate.id, "duplicate");
  const links = linksToTakeOver(sql, keep.id, duplicate.id);
  const own = [duplicate.id, ...duplicatesOf(sql, duplicate.id)];
  return {
    plan: {
      keep,
      duplicate,
      links: links.map((row) => ({ ...endsOf(row), state: row["state"] as string })),
      notes: own.reduce((sum, id) => sum + requireDecision(sql, keep.project, id).notes.length, 0),
      signals: own.reduce((sum, id) => sum + signalsOf(sql, id).length, 0),
      outcome: keep.outcome ? "own" : duplicate.outcome ? "of-duplicate" : "none",
      stopsCounting: keep.outcome !== undefined && duplicate.outcome !== undefined,
    },
    links,
  };
}

export function mergeDecisions(
  sql: Sql,
  scope: Scope,
  keepRef: string,
  duplicateRef: string,
  linkId: () => string,
  act: Act,
): MergePlan {
  const { plan, links } = planned(sql, scope, keepRef, duplicateRef);
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
    keep: requireDecision(sql, keep.project, keep.id),
    duplicate: requireDecision(sql, keep.project, duplicate.id),
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

const endsOf = ({ from_id, to_id, relation }: LinkRow): LinkEnds => ({
  from: from_id,
  to: to_id,
  relation: relation as Relation,
});

/**
 * The links of the duplicate that the kept decision lacks, with the kept decision in its place. What replaced the
 * duplicate, and its own duplicates, stay with it.
 */
function linksToTakeOver(sql: Sql, keep: string, duplicate: string): LinkRow[] {
  const inGroup = new Set([keep, duplicate, ...duplicatesOf(sql, keep)]);
  const own = linksAt(sql, keep);
  const taken: LinkRow[] = [];
  for (const row of linksAt(sql, duplicate)) {
    const isFrom = row.from_id === duplicate;
    const other = isFrom ? row.to_id : row.from_id;
    if (inGroup.has(other)) continue;
    if (row.relation === "supersedes" && (!isFrom || closesCycle(sql, keep, other))) continue;
    const moved: LinkRow = {
      ...row,
      from_id: isFrom ? keep : other,
      to_id: isFrom ? other : keep,
      body: { ...row.body, merged_from: row.body["merged_from"] ?? duplicate },
    };
    const isKnown = [...own, ...taken].some(
      (known) =>
        sameLink(endsOf(known), endsOf(moved)) &&
        (known["state"] === "active" || known["state"] === moved["state"]),
    );
    if (!isKnown) taken.push(moved);
  }
  return taken;
}

function linksAt(sql: Sql, id: string): LinkRow[] {
  return sql
    .all(
      `SELECT l.id FROM links l WHERE (l.from_id = ?1 OR l.to_id = ?1) AND NOT (${isMerge("l")}) ORDER BY l.at, l.id`,
      id,
    )
    .map((row) => readLink(sql, row["id"] as string) as LinkRow);
}
