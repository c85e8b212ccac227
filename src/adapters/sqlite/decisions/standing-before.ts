import type { Standing } from "../../../domain/decisions/decision.ts";
import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import { partsOf } from "../log/change-parts.ts";
import type { Row, Sql } from "../shared/connection.ts";

/**
 * The standing that a retracted decision had before, from the log, and who retracted it. Where the log says nothing, as of
 * a decision that was imported as retracted, it is taken to have been active.
 */
export function beforeRetraction(
  sql: Sql,
  id: string,
): { readonly standing: Standing; readonly doneBy?: AuthorKind | undefined } {
  let [standing, before]: [Standing, Standing | undefined] = ["deprecated", undefined];
  let doneBy: AuthorKind | undefined;
  for (const row of entriesAbout(sql, id)) {
    if (row["action"] === "decision.retracted") doneBy = row["author_kind"] as AuthorKind;
    const after: Standing = standingAfter(sql, row, id) ?? standing;
    const takesBack = row["action"] === "decision.restored";
    if (after === "deprecated" && standing !== "deprecated" && !takesBack) before = standing;
    standing = after;
  }
  return { standing: before ?? "active", doneBy };
}

/** The kind of author of the last entry of an action. */
export function lastDoneBy(sql: Sql, subject: string, action: AuditAction): AuthorKind | undefined {
  const row = sql.get(
    "SELECT author_kind FROM audit WHERE subject = ? AND action = ? ORDER BY seq DESC LIMIT 1",
    subject,
    action,
  );
  return row?.["author_kind"] as AuthorKind | undefined;
}

const entriesAbout = (sql: Sql, id: string): Row[] =>
  sql.all(
    `SELECT seq, action, subject, author_kind FROM audit WHERE seq IN
       (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1) ORDER BY seq`,
    id,
  );

/** The standing of the decision after an entry of the log; undefined if the entry says nothing about it. */
function standingAfter(sql: Sql, entry: Row, id: string): Standing | undefined {
  const action = entry["action"] as AuditAction;
  const isSubject = entry["subject"] === id;
  if (isSubject && (action === "decision.superseded" || action === "decision.merged")) return "superseded";
  const found = partsOf(sql, entry["seq"] as number).flatMap(({ args }) =>
    args === undefined ? [] : (standingIn(args, id, isSubject) ?? []),
  );
  return found.at(-1);
}

type Fields = { readonly [key: string]: Json | undefined };

/** What a part of a change says about the standing of a decision, however the change names it. */
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
