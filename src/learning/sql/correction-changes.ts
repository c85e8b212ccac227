/** The changes that correct decisions, and what follows from them for outcomes and what was learned. */

import {
  changeDecisionRow,
  copyIntoLog,
  insertLink,
  isMerge,
  type LinkRow,
  type MergeTakenBack,
  mergedDecisions,
  type Progress,
  progressWithout,
  readLink,
  rewriteLink,
  type Standing,
  settleOutcome,
  withdrawOutcome,
} from "../../decisions/index.ts";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import type { Sql } from "../../store/file/connection.ts";
import { defineChange } from "../../store/log/change.ts";
import type { StoredAuthor } from "../../store/log/people.ts";
import { followOutcome } from "./skill-rows.ts";

const SAME_DECISION = "The same decision, recorded twice.";

/**
 * First which decision is kept, the link by which it replaces its duplicate, the standing of the duplicate and the
 * progress of the one that is kept before and after; then, one part each because they are text, the links taken over.
 */
type Merge = {
  readonly keep: string;
  readonly link: string;
  readonly standing: Standing;
  readonly progress: { readonly before: Progress; readonly after: Progress };
};

export const decisionMerged = defineChange<"decision.merged", Merge | LinkRow>({
  action: "decision.merged",
  version: 1,
  apply(sql, [first, ...links], { subject, project, at }) {
    const { keep, link, standing, progress } = first as Merge;
    const merge = { standing, progress: progress.before };
    const known = readLink(sql, link);
    if (known) {
      copyIntoLog(sql, [link]);
      rewriteLink(sql, { ...known, body: { ...known.body, merge } });
    } else insertLink(sql, mergingLink({ id: link, project, keep, duplicate: subject, at, merge }));
    for (const row of links) if (row) insertLink(sql, row as LinkRow);
    sql.run("UPDATE memories SET standing = 'superseded' WHERE id = ?", subject);
    sql.run("UPDATE memories SET progress = ? WHERE id = ?", progress.after, keep);
    touch(sql, [subject, keep], at);
    settleDecisions(sql, [subject]);
  },
});

interface MergingLink {
  readonly id: string;
  readonly project: string;
  readonly keep: string;
  readonly duplicate: string;
  readonly at: Date;
  readonly merge: { readonly standing: Standing; readonly progress: Progress };
}

const mergingLink = ({ id, project, keep, duplicate, at, merge }: MergingLink): LinkRow => ({
  id,
  project,
  from_id: keep,
  to_id: duplicate,
  relation: "supersedes",
  state: "active",
  at: at.getTime(),
  body: {
    schema_version: 1,
    origin: "memory",
    reason: SAME_DECISION,
    proposed_by: { ...MEMORY_AUTHOR },
    reviews: [],
    merge,
  },
});

/**
 * First the standing it has again and, if it was merged, what is taken back of that; then, apart because it is text, a
 * note.
 */
type Restore =
  | {
      readonly standing: Standing;
      readonly merge?: MergeTakenBack;
    }
  | { readonly note: string; readonly by: StoredAuthor };

export const decisionRestored = defineChange<"decision.restored", Restore>({
  action: "decision.restored",
  version: 1,
  apply(sql, [first, second], { subject, at }) {
    const { standing, merge } = first as Extract<Restore, { standing: Standing }>;
    if (merge) {
      const gone = standing === "superseded" ? merge.taken_over : [merge.link, ...merge.taken_over];
      copyIntoLog(sql, [merge.link, ...merge.taken_over]);
      sql.run("DELETE FROM links WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(gone));
      const kept = readLink(sql, merge.link);
      // What was replaced before it was merged stays so.
      if (kept) rewriteLink(sql, { ...kept, body: { ...kept.body, merge: undefined } });
      sql.run("UPDATE memories SET progress = ? WHERE id = ?", merge.progress, merge.keep);
      touch(sql, [merge.keep], at);
    }
    sql.run("UPDATE memories SET standing = ? WHERE id = ?", standing, subject);
    touch(sql, [subject], at);
    const said = second as Extract<Restore, { note: string }> | undefined;
    if (said) changeDecisionRow(sql, subject, said, at);
    if (merge) settleDecisions(sql, [merge.keep, subject]);
  },
});

function touch(sql: Sql, ids: readonly string[], at: Date): void {
  sql.run(
    "UPDATE memories SET updated_at = max(updated_at, ?) WHERE id IN (SELECT value FROM json_each(?))",
    at.getTime(),
    JSON.stringify(ids),
  );
}

/** First the decision, its outcomes and who withdrew them; then, apart because it is text, why. */
type Reopen =
  | { readonly decision: string; readonly outcomes: readonly string[]; readonly by: StoredAuthor }
  | { readonly note: string; readonly by: StoredAuthor };

export const outcomeReopened = defineChange<"outcome.reopened", Reopen>({
  action: "outcome.reopened",
  version: 1,
  apply(sql, [first, second], { at }) {
    const { decision, outcomes, by } = first as Extract<Reopen, { decision: string }>;
    for (const id of outcomes) withdrawOutcome(sql, id, { at: at.getTime(), by });
    settleDecisions(sql, [decision]);
    const row = sql.get<{ outcome_id: string | null; progress: Progress }>(
      "SELECT progress, outcome_id FROM memories WHERE id = ?",
      decision,
    );
    if (!row) return;
    // An outcome that came in on another machine meanwhile still counts, and with it the progress.
    const progress = row.outcome_id === null ? progressWithout(row) : undefined;
    const said = second as Extract<Reopen, { note: string }> | undefined;
    changeDecisionRow(sql, decision, { progress, note: said?.note, by }, at);
  },
});

/**
 * Lets the right outcome of each decision count, and what was learned follow. Call it in the transaction in which an
 * outcome was withdrawn, or in which decisions became one or two.
 */
export function settleDecisions(sql: Sql, ids: readonly string[]): void {
  for (const id of new Set(ids)) {
    settleOutcome(sql, id);
    const { kept, duplicates } = mergedDecisions(sql, id);
    for (const one of [kept, ...duplicates]) followOutcome(sql, one);
  }
}

/** The decisions that are one with these, or were merged by these links. Call it before any of them is removed. */
export function mergedWith(
  sql: Sql,
  {
    memories = [],
    links = [],
  }: { readonly memories?: readonly string[]; readonly links?: readonly string[] },
): string[] {
  const rows = sql.all<{ from_id: string; to_id: string }>(
    `SELECT l.from_id, l.to_id FROM json_each(?1) j CROSS JOIN links l ON l.from_id = j.value WHERE ${isMerge("l")}
     UNION SELECT l.from_id, l.to_id FROM json_each(?1) j CROSS JOIN links l ON l.to_id = j.value WHERE ${isMerge("l")}
     UNION SELECT l.from_id, l.to_id FROM json_each(?2) j CROSS JOIN links l ON l.id = j.value WHERE ${isMerge("l")}`,
    JSON.stringify(memories),
    JSON.stringify(links),
  );
  const ids = new Set(rows.flatMap((row) => [row.from_id, row.to_id]));
  for (const id of memories) ids.delete(id);
  return [...ids];
}
