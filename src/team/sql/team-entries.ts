import type { Json } from "../../shared/canonical-json.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { partsOf } from "../../store/log/change.ts";
import type { Placed } from "../rules/membership.ts";

/** An entry of the audit log with its place in the order of the team. */
export interface TeamEntry extends Placed {
  readonly change: number;
  readonly action: AuditAction;
  readonly at: number;
  readonly subject: string;
  readonly refs: readonly string[];
}

/** What was not handed out yet comes after all numbers that were given. */
const NOT_NUMBERED = 2 ** 40;

/** What was said, as it is read to settle records. Each entry is read once, because records have entries in common. */
export interface Said {
  readonly sql: Sql;
  /** All entries about a record, its own and those that touch it. Those of version 0.1.0 cannot be made again. */
  about(record: string): readonly TeamEntry[];
  /** The arguments of an entry as they are stored, one value for each part; undefined if its text was erased. */
  argsOf(entry: TeamEntry): readonly (Fields | undefined)[];
}

/** Valid until something more is said. */
export function saidIn(sql: Sql): Said {
  const entries = new Map<string, TeamEntry[]>();
  const args = new Map<number, (Fields | undefined)[]>();
  return {
    sql,
    about: (record) => remembered(entries, record, () => entriesAbout(sql, record)),
    argsOf: (entry) => remembered(args, entry.change, () => argsOf(sql, entry)),
  };
}

function remembered<K, V>(known: Map<K, V>, key: K, read: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = read();
  known.set(key, value);
  return value;
}

export function entriesAbout(sql: Sql, record: string): TeamEntry[] {
  return sql
    .all<EntryRow>(
      `SELECT a.seq, a.action, a.at, a.subject, a.refs, t.origin, t.seq AS number, t.position,
         (SELECT origin FROM teams WHERE project = a.project) AS own
       FROM audit a LEFT JOIN team_changes t ON t.change = a.seq
       WHERE a.chain <> 1 AND a.seq IN
         (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)
       ORDER BY a.seq`,
      record,
    )
    .map(entryOf);
}

type EntryRow = {
  seq: number;
  action: AuditAction;
  at: number;
  subject: string;
  refs: string | null;
  origin: SqlValue;
  own: SqlValue;
  number: number | null;
  position: number | null;
};

function entryOf(row: EntryRow): TeamEntry {
  const change = row.seq;
  return {
    change,
    action: row.action,
    at: row.at,
    subject: row.subject,
    refs: row.refs === null ? [] : (JSON.parse(row.refs) as string[]),
    origin: (row.origin ?? row.own ?? "") as string,
    seq: row.number ?? NOT_NUMBERED + change,
    position: row.position ?? undefined,
  };
}

export type Fields = { readonly [key: string]: Json | undefined };

export function argsOf(sql: Sql, { change }: TeamEntry): (Fields | undefined)[] {
  return partsOf(sql, change)
    .filter(({ person }) => person === null)
    .map(({ args }) => args as Fields | undefined);
}
