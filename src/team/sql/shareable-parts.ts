import { DECISION_ID } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import type { StoredPart } from "../../store/log/change.ts";
import { staysHere } from "../rules/leaving.ts";
import type { Fields } from "./team-entries.ts";

/** An entry of the audit log that may be shared. */
export interface LocalEntry {
  readonly change: number;
  readonly action: AuditAction;
  readonly kind: string;
  readonly subject: string;
  readonly refs: readonly string[];
  readonly project: string;
}

/** What is to become of a change: its parts that are shared, or the draft that it waits for. */
export type Sharing =
  | { readonly as: "shared"; readonly parts: readonly number[]; readonly brings: readonly string[] }
  | { readonly as: "held"; readonly record: string }
  | { readonly as: "kept" };

const KEPT: Sharing = { as: "kept" };

/** Changes that bring records, so that they can be about records that nobody else has. */
const BRINGING: ReadonlySet<AuditAction> = new Set(["import.continued", "record.existing"]);

/**
 * Decides whether a change leaves this machine: everything that it is about must be known to the team, or come with it.
 * Drafts wait until they are accepted.
 */
export function sharingOf(sql: Sql, entry: LocalEntry, parts: readonly StoredPart[]): Sharing {
  const { action, subject } = entry;
  const numbers = parts.filter(({ person }) => person === null).map(({ part }) => part);
  if (BRINGING.has(action)) return sharingOfRecords(sql, parts);
  if (action === "person.erased") return { as: "shared", parts: numbers, brings: [] };
  if (action === "insight.saved")
    return isThere(sql, subject) ? { as: "shared", parts: numbers, brings: [subject] } : KEPT;
  if (action === "insight.erased")
    return isShared(sql, subject) ? { as: "shared", parts: numbers, brings: [] } : KEPT;
  if (action === "decision.captured") {
    if (!isThere(sql, subject) && !hasReplaced(sql, subject)) return KEPT;
    // One that became a draft because another machine was first is everybody's to accept.
    const isDraft = beganAsDraft(parts[0]) && isThere(sql, subject) && !hasHeld(sql, subject);
    return isDraft ? { as: "held", record: subject } : { as: "shared", parts: numbers, brings: [subject] };
  }
  if (action === "decision.updated" && saysNothing(parts[0])) return KEPT;
  for (const record of decisionsOf(sql, entry)) {
    if (isShared(sql, record)) continue;
    return standingOf(sql, record) === "draft" || isWaiting(sql, record) ? { as: "held", record } : KEPT;
  }
  return { as: "shared", parts: numbers, brings: [] };
}

/** Of one that was emptied nobody knows whether there was anything in it for others, and there is nothing left to tell. */
const saysNothing = (part: StoredPart | undefined): boolean =>
  part?.args === undefined || staysHere(part.args);

/** What an erased decision replaced is still replaced, so that others have to know that there was one. */
const hasReplaced = (sql: Sql, id: string): boolean =>
  sql.get(
    `SELECT 1 FROM change_refs r JOIN audit a ON a.seq = r.change
     WHERE r.record = ?1 AND a.subject <> ?1 AND a.action IN ('decision.superseded', 'decision.merged') LIMIT 1`,
    id,
  ) !== undefined;

const beganAsDraft = (part: StoredPart | undefined): boolean =>
  (part?.args as Fields | undefined)?.["standing"] === "draft";

/** Whether the decision `m` holds or held: a draft that was rejected never did, and stays here. */
export const HOLDS_OR_HELD = `(m.standing IN ('active', 'superseded') OR EXISTS
  (SELECT 1 FROM audit a JOIN change_parts p ON p.change = a.seq
   WHERE a.subject = m.id AND json_extract(p.args, '$.standing') = 'active'))`;

const hasHeld = (sql: Sql, id: string): boolean =>
  sql.get(`SELECT 1 FROM memories m WHERE m.id = ? AND ${HOLDS_OR_HELD}`, id) !== undefined;

/** Whether it began as a draft that may still be accepted. */
const isWaiting = (sql: Sql, id: string): boolean =>
  sql.get("SELECT 1 FROM team_held WHERE record = ? LIMIT 1", id) !== undefined;

/** A record that came and went before anybody shared it is nobody else's business. */
const isThere = (sql: Sql, id: string): boolean =>
  sql.get("SELECT 1 FROM memories WHERE id = ?", id) !== undefined;

const isShared = (sql: Sql, id: string): boolean =>
  sql.get("SELECT 1 FROM team_records WHERE record = ?", id) !== undefined;

const standingOf = (sql: Sql, id: string): string | undefined =>
  sql.value<string | undefined>("SELECT standing FROM memories WHERE id = ? AND type = 'decision'", id);

/** The decisions that an entry is about. A proposal names its target and its evidence. */
function decisionsOf(sql: Sql, { subject, refs, kind }: LocalEntry): string[] {
  const named = [subject, ...refs];
  if (kind === "proposal") {
    const row = sql.one<{ target: string }>("SELECT target FROM proposals WHERE id = ?", subject);
    if (row) named.push(row.target);
  }
  return [...new Set(named.filter((record) => DECISION_ID.test(record)))];
}

/** Of a batch of records those are shared that are no drafts and concern nothing that stays here. */
function sharingOfRecords(sql: Sql, parts: readonly StoredPart[]): Sharing {
  const brings = new Set<string>();
  const shared: number[] = [];
  const known = (id: unknown): boolean => brings.has(id as string) || isShared(sql, id as string);
  const decides = (id: unknown): boolean => !DECISION_ID.test(String(id)) || known(id);
  for (const { part, person, args } of parts) {
    if (person !== null || args === undefined) continue;
    const id = bringsMemory(args as Fields);
    if (id !== undefined) {
      const standing = standingOf(sql, id);
      const isInsight = (args as Fields)["kind"] !== "checkpoint" && isOfType(sql, id, "insight");
      if (!isInsight && (standing === undefined || standing === "draft")) continue;
      brings.add(id);
    } else if (!concerns(sql, args as Fields).every(decides)) continue;
    shared.push(part);
  }
  return shared.length === 0 ? KEPT : { as: "shared", parts: shared, brings: [...brings] };
}

const isOfType = (sql: Sql, id: string, type: string): boolean =>
  sql.get("SELECT 1 FROM memories WHERE id = ? AND type = ?", id, type) !== undefined;

function bringsMemory({ memory }: Fields): string | undefined {
  const stored = memory as Fields | undefined;
  return (stored?.["row"] ?? stored?.["id"]) as string | undefined;
}

function concerns(sql: Sql, part: Fields): readonly unknown[] {
  const { kind, id, row, link, proposal } = part;
  switch (kind) {
    case "superseded":
      return [id];
    case "link": {
      const stored =
        typeof row === "string" ? sql.get("SELECT from_id, to_id FROM links WHERE id = ?", row) : link;
      const ends = stored as Fields | undefined;
      return ends ? [ends["from_id"], ends["to_id"]] : [`${kind} without ends`];
    }
    case "proposal": {
      const { target, body } = proposal as { readonly target: string; readonly body: Fields };
      return [target, ...((body["evidence"] ?? []) as readonly string[])];
    }
    case "outcomes":
    case "signals": {
      const of = typeof row === "string" ? sql.get(`SELECT decision_id FROM ${kind} WHERE id = ?`, row) : row;
      return [(of as Fields | undefined)?.["decision_id"] ?? "dec_unknown"];
    }
    default:
      return ["dec_unknown"];
  }
}
