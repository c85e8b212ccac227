/** Says what merging, restoring or reopening decisions would do, from their rows, their links and the log. */

import type { AuthorKind } from "../../shared/actor.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { partsOf } from "../../store/log/change.ts";
import {
  type MergePlan,
  mergeStays,
  nothingToReopen,
  nothingToRestore,
  onlyInDuplicates,
  type ReopenPlan,
  type RestorePlan,
  reopenTheKept,
  requireHoldingKept,
  requireMergeable,
  wouldBeCycle,
} from "../rules/corrections.ts";
import type { Decision, Progress, Standing } from "../rules/decision.ts";
import { type LinkEnds, type LinkMerge, type Relation, sameLink } from "../rules/link.ts";
import { decisionsByIdIn, readRequiredDecision } from "./decision-rows.ts";
import { activeOnTopic, closesCycle } from "./decisions.ts";
import { outcomesOf, signalsOf } from "./history-rows.ts";
import { type LinkRow, readLink } from "./link-rows.ts";
import { duplicatesOfIn, isMerge, keptFor, mergedDecisions } from "./linked-decisions.ts";

/** @throws Fault `not_found`; `invalid` or `conflict` if they cannot be merged. */
export function planMerge(
  memory: Connection,
  scope: Scope,
  keep: string,
  duplicate: string,
): Promise<MergePlan> {
  return memory.read((sql) => planMergeIn(sql, scope, keep, duplicate).plan);
}

/** What was merged into a decision, and into that, by id. */
export function duplicatesOf(memory: Connection, scope: Scope, id: string): Promise<readonly Decision[]> {
  return memory.read((sql) => decisionsByIdIn(sql, scope, duplicatesOfIn(sql, id)));
}

/** @throws Fault `not_found`, or `conflict` if there is nothing to take back, or something depends on it by now. */
export function planRestore(memory: Connection, scope: Scope, ref: string): Promise<RestorePlan> {
  return memory.read((sql) => planRestoreIn(sql, scope, ref).plan);
}

/** @throws Fault `not_found`, or `conflict` if it has no outcome or is a duplicate. */
export function planReopen(memory: Connection, scope: Scope, ref: string): Promise<ReopenPlan> {
  return memory.read((sql) => planReopenIn(sql, scope, ref));
}

/** Everything that is known before the merge: the plan for the caller, and the links as they will be stored. */
export interface PlannedMerge {
  readonly plan: MergePlan;
  /** Still with the ids of the links that they are copies of. */
  readonly links: readonly LinkRow[];
}

/** @throws Fault as `planMerge`. */
export function planMergeIn(sql: Sql, scope: Scope, keepRef: string, duplicateRef: string): PlannedMerge {
  const keep = readRequiredDecision(sql, scope, keepRef);
  const duplicate = readRequiredDecision(sql, keep.project, duplicateRef);
  const into = keptFor(sql, duplicate.id);
  requireMergeable(keep, duplicate, into === duplicate.id ? undefined : into);
  if (closesCycle(sql, keep.id, duplicate.id)) throw wouldBeCycle(keep.id, duplicate.id, "duplicate");
  const links = linksToTakeOver(sql, keep.id, duplicate.id);
  const withDuplicates = (one: Decision): readonly Decision[] => [
    one,
    ...decisionsByIdIn(sql, keep.project, duplicatesOfIn(sql, one.id)),
  ];
  const own = withDuplicates(duplicate);
  return {
    plan: {
      keep,
      duplicate,
      links: links.map((row) => ({ ...endsOf(row), state: row["state"] as string })),
      onlyThere: onlyInDuplicates(withDuplicates(keep), own),
      notes: own.reduce((sum, { notes }) => sum + notes.length, 0),
      signals: own.reduce((sum, { id }) => sum + signalsOf(sql, id).length, 0),
      outcome: keep.outcome ? "own" : duplicate.outcome ? "of-duplicate" : "none",
      stopsCounting: keep.outcome !== undefined && duplicate.outcome !== undefined,
    },
    links,
  };
}

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
  const inGroup = new Set([keep, duplicate, ...duplicatesOfIn(sql, keep)]);
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
    .all<{ id: string }>(
      `SELECT l.id FROM links l WHERE (l.from_id = ?1 OR l.to_id = ?1) AND NOT (${isMerge("l")}) ORDER BY l.at, l.id`,
      id,
    )
    .map((row) => readLink(sql, row.id) as LinkRow);
}

/** The merge that is taken back, under the names that the log has for it. */
export type MergeTakenBack = {
  readonly keep: string;
  readonly link: string;
  readonly taken_over: readonly string[];
  readonly progress: Progress;
};

export interface PlannedRestore {
  readonly plan: RestorePlan;
  readonly merge?: MergeTakenBack;
}

/** @throws Fault as `planRestore`. */
export function planRestoreIn(sql: Sql, scope: Scope, ref: string): PlannedRestore {
  const decision = readRequiredDecision(sql, scope, ref);
  if (decision.standing === "deprecated") {
    const { standing, doneBy } = beforeRetraction(sql, decision.id);
    return {
      plan: { decision, undoes: "retraction", doneBy, standing, sameTopic: others(sql, decision, standing) },
    };
  }
  const link = mergingLink(sql, decision.id);
  if (!link) throw nothingToRestore(decision);
  const keep = readRequiredDecision(sql, decision.project, link["from_id"] as string);
  requireHoldingKept(keep, decision);
  const { standing, progress } = JSON.parse(link["merge"] as string) as LinkMerge;
  return {
    plan: {
      decision,
      undoes: "merge",
      doneBy: lastDoneBy(sql, decision.id, "decision.merged"),
      standing,
      keep,
      sameTopic: others(sql, decision, standing),
    },
    merge: {
      keep: keep.id,
      link: link["id"] as string,
      taken_over: takenOver(sql, keep, decision),
      progress: progressAlone(sql, keep, progress),
    },
  };
}

const others = (sql: Sql, decision: Decision, standing: string): Decision[] =>
  standing === "active" ? activeOnTopic(sql, decision) : [];

const mergingLink = (sql: Sql, id: string): Row | undefined =>
  sql.get(
    `SELECT l.id, l.from_id, json_extract(l.body, '$.merge') AS merge FROM links l
     WHERE l.to_id = ? AND ${isMerge("l")} ORDER BY l.from_id LIMIT 1`,
    id,
  );

/** The links that go again. @throws Fault `conflict` if somebody reviewed one of them since. */
function takenOver(sql: Sql, keep: Decision, duplicate: Decision): string[] {
  const sources = [duplicate.id, ...duplicatesOfIn(sql, duplicate.id)];
  const rows = sql.all<{ reviewed: number; id: string }>(
    `SELECT id, EXISTS (SELECT 1 FROM audit WHERE subject = links.id AND action IN ('link.approved', 'link.rejected'))
       AS reviewed
     FROM links WHERE json_extract(body, '$.merged_from') IN (SELECT value FROM json_each(?1))
       AND (from_id = ?2 OR to_id = ?2) ORDER BY id`,
    JSON.stringify(sources),
    keep.id,
  );
  const reviewed = rows.find((row) => row.reviewed === 1);
  if (reviewed)
    throw mergeStays(duplicate, `The link ${reviewed.id}, which ${keep.id} took over, was reviewed since`);
  return rows.map((row) => row.id);
}

/** The progress of the kept decision without the duplicate: as before the merge, if it is as the outcome made it. */
function progressAlone(sql: Sql, keep: Decision, before: Progress): Progress {
  const { outcome, progress } = keep;
  const isOwn = outcome !== undefined && outcomesOf(sql, keep.id).some(({ id }) => id === outcome.id);
  if (!outcome || isOwn) return progress;
  const made = outcome.status === "failure" ? "failed" : "completed";
  return progress === made ? before : progress;
}

/** @throws Fault as `planReopen`. */
export function planReopenIn(sql: Sql, scope: Scope, ref: string): ReopenPlan {
  const decision = readRequiredDecision(sql, scope, ref);
  const { kept, duplicates } = mergedDecisions(sql, decision.id);
  if (kept !== decision.id) throw reopenTheKept(decision, kept);
  const outcomes = [kept, ...duplicates]
    .flatMap((id) => outcomesOf(sql, id))
    .filter(({ withdrawn }) => withdrawn === undefined);
  if (outcomes.length === 0) throw nothingToReopen(decision);
  return { decision, outcomes };
}

/**
 * The standing that a retracted decision had before, from the log, and who retracted it. Where the log says nothing, as of
 * a decision that was imported as retracted, it is taken to have been active.
 */
function beforeRetraction(
  sql: Sql,
  id: string,
): { readonly standing: Standing; readonly doneBy?: AuthorKind | undefined } {
  let [standing, before]: [Standing, Standing | undefined] = ["deprecated", undefined];
  let doneBy: AuthorKind | undefined;
  for (const row of entriesAbout(sql, id)) {
    if (row.action === "decision.retracted") doneBy = row.author_kind;
    const after: Standing = standingAfter(sql, row, id) ?? standing;
    const takesBack = row.action === "decision.restored";
    if (after === "deprecated" && standing !== "deprecated" && !takesBack) before = standing;
    standing = after;
  }
  return { standing: before ?? "active", doneBy };
}

/** The kind of author of the last entry of an action. */
function lastDoneBy(sql: Sql, subject: string, action: AuditAction): AuthorKind | undefined {
  const row = sql.get<{ author_kind: AuthorKind }>(
    "SELECT author_kind FROM audit WHERE subject = ? AND action = ? ORDER BY seq DESC LIMIT 1",
    subject,
    action,
  );
  return row?.author_kind;
}

const entriesAbout = (sql: Sql, id: string) =>
  sql.all<LogEntryRow & { author_kind: AuthorKind }>(
    `SELECT seq, action, subject, author_kind FROM audit WHERE seq IN
       (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1) ORDER BY seq`,
    id,
  );

type LogEntryRow = { action: AuditAction; subject: string; seq: number };

/** The standing of the decision after an entry of the log; undefined if the entry says nothing about it. */
function standingAfter(sql: Sql, entry: LogEntryRow, id: string): Standing | undefined {
  const action = entry.action;
  const isSubject = entry.subject === id;
  if (isSubject && (action === "decision.superseded" || action === "decision.merged")) return "superseded";
  const found = partsOf(sql, entry.seq).flatMap(({ args }) =>
    args === undefined ? [] : (standingIn(args, id, isSubject) ?? []),
  );
  return found.at(-1);
}

type Fields = { readonly [key: string]: Json | undefined };

/** The standing that a part of a change gives a decision, however the change names it. */
function standingIn(args: Json, id: string, isSubject: boolean): Standing | undefined {
  const { kind, id: named, row, memory, standing, standings } = args as Fields;
  if (Array.isArray(standings)) {
    const own = (standings as [string, Standing][]).find(([one]) => one === id);
    return own?.[1];
  }
  if (kind === "superseded") return named === id ? "superseded" : undefined;
  const pointer = (memory ?? args) as Fields;
  if (pointer["row"] === id) return (pointer["standing"] ?? "active") as Standing;
  return isSubject && row === undefined ? (standing as Standing | undefined) : undefined;
}
