import type { Row, Sql } from "../../store/file/connection.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import type { ChangeTypes } from "../../store/log/change.ts";
import { ChangeHeader, type SharedChange } from "../rules/member-change.ts";
import type { OfferedChange, SharedPartsOf } from "../rules/team-log.ts";
import type { SharePreview } from "../rules/team-store.ts";
import { wireParts } from "./change-shapes.ts";
import { emptiedAside } from "./set-aside.ts";

const COLUMNS = "t.change, t.origin, t.seq, t.header, t.signature, t.position, a.action";
const JOINED = "FROM team_changes t JOIN audit a ON a.seq = t.change";

/** Own changes that the log has not confirmed. */
export function unconfirmed(
  sql: Sql,
  project: string,
  sharesSources: boolean,
  types: ChangeTypes,
  limit: number,
): SharedChange[] {
  const members = sql
    .all<{ change: string }>(
      "SELECT change FROM team_members WHERE project = ? AND position IS NULL ORDER BY seq LIMIT ?",
      project,
      limit,
    )
    .map(({ change }) => JSON.parse(change) as SharedChange);
  const rows = sql.all<ChangeRow>(
    `SELECT ${COLUMNS} ${JOINED} WHERE t.project = ? AND t.position IS NULL ORDER BY t.seq LIMIT ?`,
    project,
    limit,
  );
  const changes = rows.map((row) => changeOf(sql, row, sharesSources, types));
  return [...members, ...changes].sort((one, other) => one.seq - other.seq).slice(0, limit);
}

/** Whether there are as many as this. */
export function areUnconfirmed(sql: Sql, project: string, count: number): boolean {
  const { n } = sql.one<{ n: number }>(
    "SELECT count(*) AS n FROM (SELECT 1 FROM team_changes WHERE project = ? AND position IS NULL LIMIT ?)",
    project,
    count,
  );
  return n >= count;
}

type StoredRow = { change: string; position: number };

/** One kind after the other, each from a position on: members first, because what others say depends on them. */
export function everyChangeIn(
  sql: Sql,
  project: string,
  sharesSources: boolean,
  types: ChangeTypes,
  after: number,
  limit: number,
): { readonly changes: readonly OfferedChange[]; readonly next?: number | undefined } {
  const stored = (row: StoredRow): OfferedChange => ({
    ...(JSON.parse(row.change) as SharedChange),
    position: row.position,
  });
  const rows = [
    ...sql.all<StoredRow>(
      "SELECT change, position FROM team_members WHERE project = ? AND position > ? ORDER BY position LIMIT ?",
      project,
      after,
      limit,
    ),
    ...sql.all<StoredRow>(
      "SELECT change, position FROM team_aside WHERE project = ? AND position > ? ORDER BY position LIMIT ?",
      project,
      after,
      limit,
    ),
  ].map(stored);
  const own = sql
    .all<ChangeRow & { position: number }>(
      `SELECT ${COLUMNS} ${JOINED} WHERE t.project = ? AND t.position > ? ORDER BY t.position LIMIT ?`,
      project,
      after,
      limit,
    )
    .map(
      (row): OfferedChange => ({
        ...changeOf(sql, row, sharesSources, types),
        position: row.position,
      }),
    );
  const changes = [...rows, ...own].sort(byPosition).slice(0, limit);
  // A position may have been given twice, so a whole position is taken or left.
  const last = changes.at(-1)?.position;
  const whole = changes.length < limit ? changes : withWholeLast(changes);
  return { changes: whole, ...(last !== undefined && { next: whole.at(-1)?.position ?? last }) };
}

const byPosition = (a: OfferedChange, b: OfferedChange): number => (a.position ?? 0) - (b.position ?? 0);

function withWholeLast(changes: readonly OfferedChange[]): readonly OfferedChange[] {
  const last = changes.at(-1)?.position;
  const before = changes.filter(({ position }) => position !== last);
  return before.length === 0 ? changes : before;
}

/** The changes that lost text, all of them or those about some records. */
export function emptiedChangesIn(
  sql: Sql,
  project: string,
  sharesSources: boolean,
  types: ChangeTypes,
  records?: readonly string[],
): SharedPartsOf[] {
  const about =
    records === undefined
      ? ""
      : "AND t.change IN (SELECT change FROM change_refs WHERE record IN (SELECT value FROM json_each(?2)))";
  const rows = sql.all<ChangeRow>(
    `WITH emptied (change) AS MATERIALIZED (SELECT change FROM team_parts WHERE salt IS NULL
       UNION SELECT c.change FROM change_parts c WHERE c.salt IS NULL
         AND NOT EXISTS (SELECT 1 FROM team_parts p WHERE p.change = c.change))
     SELECT ${COLUMNS} FROM emptied e CROSS JOIN team_changes t ON t.change = e.change JOIN audit a ON a.seq = e.change
     WHERE t.project = ?1 ${about}`,
    project,
    ...(records === undefined ? [] : [JSON.stringify(records)]),
  );
  const stored = rows.map((row) => changeOf(sql, row, sharesSources, types));
  return [...stored, ...emptiedAside(sql, project, records)].map(({ origin, seq, parts }) => ({
    origin,
    seq,
    parts,
  }));
}

type ChangeRow = {
  header: string;
  change: number;
  action: AuditAction;
  origin: string;
  seq: number;
  signature: string;
};

function changeOf(sql: Sql, row: ChangeRow, sharesSources: boolean, types: ChangeTypes): SharedChange {
  const header = row.header;
  const { parts } = ChangeHeader.pick({ parts: true }).parse(JSON.parse(header));
  const entry = {
    change: row.change,
    action: row.action,
    abouts: parts.map(({ about }) => about),
    sharesSources,
  };
  return {
    origin: row.origin,
    seq: row.seq,
    header,
    signature: row.signature,
    parts: wireParts(sql, entry, types),
  };
}

/** Counts what is in the project now and was written after the entry; before it there is nothing to share. */
export function previewSharedIn(sql: Sql, project: string, sharedAfter: number): SharePreview {
  const since = `EXISTS (SELECT 1 FROM audit a WHERE a.seq > ?2 AND a.subject = r.id) OR EXISTS
    (SELECT 1 FROM change_refs c WHERE c.record = r.id AND c.change > ?2 AND c.change IN
      (SELECT seq FROM audit WHERE action IN ('import.continued', 'record.existing')))`;
  const count = (table: string, where = "1"): number =>
    sql.value<number>(
      `SELECT count(*) AS n FROM ${table} r WHERE r.project = ?1 AND (${where}) AND (${since})`,
      project,
      sharedAfter,
    );
  const decisions = "r.type = 'decision' AND r.standing <> 'draft'";
  const ofShared = "r.decision_id IN (SELECT id FROM memories WHERE standing <> 'draft')";
  return {
    decisions: count("memories", decisions),
    outcomes: count("outcomes", ofShared),
    signals: count("signals", ofShared),
    links: count("links"),
    insights: count("memories", "r.type = 'insight'"),
    proposals: count("proposals"),
    withSource: count("memories", `${decisions} AND json_extract(r.body, '$.source') IS NOT NULL`),
    drafts: count("memories", "r.type = 'decision' AND r.standing = 'draft'"),
  };
}

interface SharedOrigin {
  readonly project: string;
  readonly origin: string;
}

/**
 * The machine that said something about a record first, in the order of the team: it captured it. One that claims to have
 * captured it later comes after it, whatever it says.
 */
export function sharedOriginOf(sql: Sql, record: string): SharedOrigin | undefined {
  const row: Row | undefined = sql.get(
    `SELECT t.project, t.origin FROM team_changes t
     WHERE t.change IN (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)
     ORDER BY t.position IS NULL, t.position, t.origin, t.seq LIMIT 1`,
    record,
  );
  return row && { project: row["project"] as string, origin: row["origin"] as string };
}
