import type { Json } from "../../shared/canonical-json.ts";
import { type Connection, connect, type Row, type Sql, TEMPORARY } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { migrateDraft } from "../../store/file/migrate.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { type AuditAction, effectsOf } from "../../store/log/audit-actions.ts";
import {
  type ChangeFacts,
  type ChangeType,
  type ChangeTypes,
  OWN_ORIGIN,
  partsOf,
  wholeArgs,
} from "../../store/log/change.ts";
import { type Fields, receiveRows, settleReplayed } from "../../team/index.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { CHANGE_TYPES } from "./change-types.ts";

const REPLAY_SLICE = 50;
const TYPES: ChangeTypes = CHANGE_TYPES as unknown as ChangeTypes;

/** A change with its whole arguments, ready to be made in another memory. */
export interface ReadChange {
  readonly seq: number;
  readonly action: AuditAction;
  /** Whether another machine made it. */
  readonly foreign: boolean;
  readonly facts: ChangeFacts;
  readonly refs: readonly string[];
  /** One value for each part; undefined if its text was erased. */
  readonly args: readonly (Json | undefined)[];
  /** The names of people who appear for the first time. */
  readonly names: readonly { readonly id: string; readonly name: string | undefined }[];
}

/** The changes after a position that say something, and the position of the last entry that was looked at. */
export function changesAfter(
  sql: Sql,
  position: number,
  limit: number,
): { readonly changes: readonly ReadChange[]; readonly position: number | undefined } {
  const rows = sql.all<ChangeRow & { chain: number }>(
    "SELECT seq, at, action, subject, refs, project, chain, origin FROM audit WHERE seq > ? ORDER BY seq LIMIT ?",
    position,
    limit,
  );
  return {
    changes: rows.filter((row) => row.chain !== 1).map((row) => readChange(sql, row)),
    position: rows.at(-1)?.seq,
  };
}

type ChangeRow = {
  seq: number;
  action: AuditAction;
  origin: number;
  subject: string;
  project: string;
  at: number;
  refs: string | null;
};

function readChange(sql: Sql, row: ChangeRow): ReadChange {
  const seq = row.seq;
  const action = row.action;
  const parts = partsOf(sql, seq);
  return {
    seq,
    action,
    foreign: row.origin !== OWN_ORIGIN,
    facts: {
      subject: row.subject,
      project: row.project,
      at: new Date(row.at),
    },
    refs: row.refs === null ? [] : (JSON.parse(row.refs) as string[]),
    args: parts
      .filter(({ person }) => person === null)
      .map(({ args }) => args && wholeArgs(TYPES, action, sql, args)),
    names: parts.flatMap(({ person, args }) =>
      person === null ? [] : [{ id: person, name: (args as { name: string } | undefined)?.name }],
    ),
  };
}

/** Makes a change in a memory that does not have it yet. What is derived and local is left out of it. */
export function applyChange(sql: Sql, { action, foreign, facts, args, names }: ReadChange): void {
  for (const { id, name } of names) {
    sql.run(
      "INSERT INTO people (id, name, logged) VALUES (?, ?, 1) ON CONFLICT DO NOTHING",
      id,
      name ?? null,
    );
  }
  if (effectsOf(action).writes !== "said") return;
  if (foreign) {
    receiveRows(sql, { action, facts, args: args as readonly (Fields | undefined)[] });
    return;
  }
  (TYPES[action] as ChangeType).apply(sql, args, facts);
}

/**
 * Makes the changes of one memory after a position again, in another one that has those before it. Returns the position
 * of the last one.
 */
export async function replay(
  from: Connection,
  to: Connection,
  start = 0,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  for (let after = start; ; ) {
    const { changes, position } = await from.read((sql) => changesAfter(sql, after, REPLAY_SLICE));
    if (position === undefined) {
      await settleReplayed(from, to);
      return after;
    }
    await to.write((sql) => {
      for (const change of changes) applyChange(sql, change);
    });
    after = position;
    onProgress(after);
    await yieldToEventLoop();
  }
}

const SLICE = 50;

/** The tables of which the log has copies, with the columns that name a row. */
const COPIED_IN_LOG = {
  links: ["id"],
  proposals: ["id"],
  people: ["id"],
  erased_sources: ["project", "digest"],
} as const;
type CopiedTable = keyof typeof COPIED_IN_LOG;

/**
 * Adds the rows that are missing but stand whole in the log. `wasThere` says whether a row is known to have existed: where
 * the log has gaps, an entry that took the record away may be among those that are lost. Returns the ids.
 */
export async function makeAgainFromLog(
  draft: Connection,
  wasThere: (table: CopiedTable, id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const again = await connect(TEMPORARY);
  try {
    await migrateDraft(again, MIGRATIONS);
    await again.outsideTransaction("PRAGMA foreign_keys = ON");
    for (let after = 0; ; ) {
      const { changes, position } = await draft.read((sql) => changesAfter(sql, after, SLICE));
      if (position === undefined) break;
      await again.write((sql) => {
        for (const change of changes) attempt(sql, () => applyChange(sql, change));
      });
      after = position;
    }
    const made = new Set<string>();
    for (const table of Object.keys(COPIED_IN_LOG) as CopiedTable[]) {
      const rows = await again.read((sql) => sql.all(`SELECT * FROM ${table}`));
      await draft.write((sql) => {
        for (const row of rows) {
          const id = row[COPIED_IN_LOG[table][0]] as string;
          if (!wasThere(table, id) || isThere(sql, table, row)) continue;
          if (attempt(sql, () => insertRow(sql, table, row))) made.add(id);
        }
      });
    }
    return made;
  } finally {
    await again.close();
  }
}

/** A change may need what is lost, and then it cannot be made. False if so. */
function attempt(sql: Sql, change: () => void): boolean {
  sql.script("SAVEPOINT attempt");
  try {
    change();
    sql.script("RELEASE attempt");
    return true;
  } catch {
    sql.script("ROLLBACK TO attempt; RELEASE attempt");
    return false;
  }
}

function isThere(sql: Sql, table: CopiedTable, row: Row): boolean {
  const keys = COPIED_IN_LOG[table];
  const where = keys.map((key) => `${key} = ?`).join(" AND ");
  return (
    sql.get(`SELECT 1 FROM ${table} WHERE ${where}`, ...keys.map((key) => row[key] as SqlValue)) !== undefined
  );
}

/** Without its row number, which may be taken here. */
function insertRow(sql: Sql, table: CopiedTable, row: Row): void {
  const columns = Object.keys(row).filter(
    (column) => column !== "seq" && !(table === "links" && column === "origin"),
  );
  sql.run(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...columns.map((column) => row[column] as SqlValue),
  );
}
