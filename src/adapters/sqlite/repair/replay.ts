import { type AuditAction, effectsOf } from "../../../domain/log/audit-actions.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import { type ChangeFacts, type ChangeType, type ChangeTypes, wholeArgs } from "../log/change.ts";
import { partsOf } from "../log/change-parts.ts";
import { OWN_ORIGIN } from "../log/origin.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { receiveRows } from "../team/received-rows.ts";
import { settleReplayed } from "../team/settle-replayed.ts";
import type { Fields } from "../team/team-entries.ts";
import { CHANGE_TYPES } from "./change-types.ts";

const SLICE = 50;
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
  const rows = sql.all(
    "SELECT seq, at, action, subject, refs, project, chain, origin FROM audit WHERE seq > ? ORDER BY seq LIMIT ?",
    position,
    limit,
  );
  return {
    changes: rows.filter((row) => row["chain"] !== 1).map((row) => readChange(sql, row)),
    position: rows.at(-1)?.["seq"] as number | undefined,
  };
}

function readChange(sql: Sql, row: Row): ReadChange {
  const seq = row["seq"] as number;
  const action = row["action"] as AuditAction;
  const parts = partsOf(sql, seq);
  return {
    seq,
    action,
    foreign: row["origin"] !== OWN_ORIGIN,
    facts: {
      subject: row["subject"] as string,
      project: row["project"] as string,
      at: new Date(row["at"] as number),
    },
    refs: row["refs"] === null ? [] : (JSON.parse(row["refs"] as string) as string[]),
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
    const { changes, position } = await from.read((sql) => changesAfter(sql, after, SLICE));
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
