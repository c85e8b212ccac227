import type { Progress, Standing } from "../../../domain/decisions/decision.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import { changeDecisionRow } from "../decisions/decision-changes.ts";
import { copyIntoLog } from "../links/link-pointers.ts";
import { insertLink, type LinkRow, readLink, rewriteLink } from "../links/link-rows.ts";
import { defineChange } from "../log/change.ts";
import type { StoredAuthor } from "../log/people.ts";
import type { Sql } from "../shared/connection.ts";
import { settleDecisions } from "./settle-decisions.ts";

const SAME_DECISION = "The same decision, recorded twice.";

/**
 * First which decision is kept, the link by which it replaces its duplicate, the standing of the duplicate and the
 * progress of the one that is kept before and after; then, one part each because they are text, the links taken over.
 */
export type Merge = {
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
export type Restore =
  | {
      readonly standing: Standing;
      readonly merge?: {
        readonly keep: string;
        readonly link: string;
        readonly taken_over: readonly string[];
        readonly progress: Progress;
      };
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
