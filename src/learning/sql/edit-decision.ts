import {
  addRevision,
  bodyOfRow,
  changedFields,
  countRevisions,
  type EditedDecision,
  editedDecision,
  isInWords,
  memoryRowOf,
  type NewRevision,
  type RevisionRow,
  readRequiredDecision,
  readRevision,
  requireChange,
  requireSameRevision,
  revisionAtEnd,
  storeDecisionChange,
} from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { readMemory } from "../../store/file/memory-row.ts";
import { defineChange, makeChange } from "../../store/log/change.ts";
import { authorColumns } from "../../store/log/people.ts";
import { groupIdOf, recountSkill } from "./skill-rows.ts";

/** Gives a decision other words. @throws Fault `not_found`; `conflict` if it has a newer revision; `invalid` if nothing changes. */
export const storeEdit = (
  memory: Connection,
  scope: Scope,
  ref: string,
  revision: NewRevision,
  act: Act,
): Promise<EditedDecision> => memory.write((sql) => storeEditIn(sql, scope, ref, revision, act));

/** The same, in the transaction of the write. */
export function storeEditIn(
  sql: Sql,
  scope: Scope,
  ref: string,
  { id, edit, basedOn, change }: NewRevision,
  act: Act,
): EditedDecision {
  const before = readRequiredDecision(sql, scope, ref);
  const number = Math.max(1, countRevisions(sql, before.id));
  requireSameRevision(before.id, number, basedOn);
  const meant = editedDecision(before, edit);
  const changed = changedFields(before, meant);
  requireChange(before.id, changed);
  const row = memoryRowOf(sql, meant);
  const args: RevisionRow = {
    id,
    decision_id: before.id,
    at: timeOfEdit(sql, before.id, Math.max(act.at.getTime(), before.createdAt.getTime() + 1)),
    ...authorColumns(sql, act.by.author),
    context_hash: meant.contextHash,
    body: bodyOfRow(row),
  };
  const subject = { kind: "decision", id: before.id, project: before.project } as const;
  makeChange(sql, act, decisionEdited, subject, [{ about: [before.id], args, stored: { row: id } }], [id]);
  if (change) storeDecisionChange(sql, before, change, act);
  return {
    before,
    after: readRequiredDecision(sql, before.project, before.id),
    revision: number + 1,
    changed,
  };
}

/** A clock may go back, but the newest edit is the one that was made last. */
function timeOfEdit(sql: Sql, decisionId: string, at: number): number {
  const newest = revisionAtEnd(sql, decisionId, "newest");
  return newest && at <= newest.at ? newest.at + 1 : at;
}

/** The revision itself says what was written. It must also be what the decision shows, if it is the newest. */
export const decisionEdited = defineChange<"decision.edited", RevisionRow>({
  action: "decision.edited",
  version: 1,
  apply(sql, [revision], { at }) {
    if (!revision) return;
    const reworded = addRevision(sql, revision);
    sql.run(
      "UPDATE memories SET updated_at = max(updated_at, ?) WHERE id = ?",
      at.getTime(),
      revision.decision_id,
    );
    if (reworded) leaveSkill(sql, revision.decision_id);
  },
  whole(sql, stored) {
    const revision = readRevision(sql, (stored as { readonly row: string }).row);
    if (!revision || revisionAtEnd(sql, revision.decision_id, "newest")?.id !== revision.id) return revision;
    const memory = readMemory(sql, revision.decision_id);
    return memory && !isInWords(memory, revision) ? { ...revision, ...ALTERED } : revision;
  },
});

/** Nothing that was written has it, so that the entry of the log does not match. */
const ALTERED = { decision_says_otherwise: true };

/** Decisions are grouped by their words. The next grouping finds a place for this one. */
function leaveSkill(sql: Sql, decisionId: string): void {
  const group = groupIdOf(sql, decisionId);
  if (group === undefined) return;
  sql.run("DELETE FROM skill_members WHERE decision_id = ?", decisionId);
  recountSkill(sql, group);
}
