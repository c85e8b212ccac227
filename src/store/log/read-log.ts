import { AUTHOR_KINDS } from "../../shared/actor.ts";
import type { Json } from "../../shared/canonical-json.ts";
import { KEY_ID, PERSON_ID } from "../../shared/ids.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, type Condition, ofScope } from "../file/conditions.ts";
import type { Row, Sql } from "../file/connection.ts";
import type { SqlValue } from "../file/driver.ts";
import type { Memory } from "../file/memory.ts";
import { yieldToEventLoop } from "../file/yield-to-event-loop.ts";
import { type AuditEntry, ENTRY_COLUMNS, type EntryRow, entryOf, headPosition } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";
import { type ChangeTypes, partsOf, wholeArgs } from "./change.ts";

/** Other work gets a turn after this many entries, however few of them match. */
const SLICE = 10_000;

const COLUMNS = `${ENTRY_COLUMNS}, (SELECT id FROM origins WHERE n = a.origin) AS origin_id,
  iif(a.chain = 1, 1, (SELECT count(*) FROM change_parts WHERE change = a.seq AND person IS NULL)) AS parts,
  iif(a.chain = 1, a.salt IS NULL,
    (SELECT count(*) FROM change_parts WHERE change = a.seq AND person IS NULL AND salt IS NULL)) AS emptied`;

/** The name of a client is followed by a slash and its version, and may have slashes itself. */
const CLIENT_NAME = "rtrim(rtrim(a.client, replace(a.client, '/', '')), '/')";

const BY_NAME = `? IN (lower_case(a.author), lower_case(a.client), lower_case(${CLIENT_NAME}),
  (SELECT lower_case(name) FROM people WHERE id = a.person))`;

/** Kinds and ids are looked for where they stand, because a client may call itself `human` or like the id of a key. */
function byActor(actor = ""): Condition {
  if ((AUTHOR_KINDS as readonly string[]).includes(actor)) return ["a.author_kind = ?", actor];
  if (KEY_ID.test(actor)) return ["lower_case(a.access_key) = ?", actor];
  if (PERSON_ID.test(actor)) return ["a.person = ?", actor];
  return [BY_NAME, actor === "" ? undefined : actor];
}

/** The ids are looked up first; by position SQLite would read the whole log. */
const ABOUT_RECORD = `(WITH wanted (id) AS (SELECT value FROM json_each(?))
    SELECT s.seq FROM wanted CROSS JOIN audit s ON s.subject = wanted.id
    UNION SELECT r.change FROM wanted CROSS JOIN change_refs r ON r.record = wanted.id) about
  CROSS JOIN audit a ON a.seq = about.seq`;

/** At most `limit` entries, oldest first. What they wrote can be large, so it is read only `withChanges`. */
export async function readEntries(
  memory: Memory,
  filter: LogFilter,
  range: LogRange,
  limit: number,
  { withChanges = false }: { readonly withChanges?: boolean | undefined } = {},
): Promise<readonly LoggedEntry[]> {
  const found: LoggedEntry[] = [];
  const forwards = "after" in range;
  for (const slice of slicesOf(filter, range, await memory.read(headPosition))) {
    const entries = await memory.read((sql) =>
      matching<LoggedEntryRow>(
        sql,
        COLUMNS,
        filter,
        slice,
        `ORDER BY a.seq ${forwards ? "" : "DESC"} LIMIT ?`,
        [limit - found.length],
      ).map((row) => loggedEntry(sql, row, withChanges ? memory.types : undefined)),
    );
    found.push(...entries);
    if (found.length >= limit) break;
    await yieldToEventLoop();
  }
  return forwards ? found : found.reverse();
}

/** How many entries there are before a position. */
export async function countLog(memory: Memory, filter: LogFilter, before: number): Promise<number> {
  let count = 0;
  for (const slice of slicesOf(filter, { before }, await memory.read(headPosition))) {
    const [row] = await memory.read((sql) => matching(sql, "count(*) AS n", filter, slice));
    count += row?.["n"] as number;
    await yieldToEventLoop();
  }
  return count;
}

interface Slice {
  readonly first: number;
  readonly last: number;
}

/** The positions of the range, in the order in which they are wanted. What is about one record is found at once. */
function* slicesOf({ record }: LogFilter, range: LogRange, head: number): Generator<Slice> {
  const size = record === undefined ? SLICE : Number.MAX_SAFE_INTEGER;
  if ("after" in range) {
    for (let first = range.after + 1; first <= head; first += size)
      yield { first, last: Math.min(head, first + size - 1) };
    return;
  }
  for (let last = Math.min(head, (range.before ?? head + 1) - 1); last > 0; last -= size)
    yield { first: Math.max(1, last - size + 1), last };
}

function matching<T extends Row>(
  sql: Sql,
  columns: string,
  { scope, since, actor, record, actions }: LogFilter,
  { first, last }: Slice,
  end = "",
  endValues: readonly SqlValue[] = [],
): T[] {
  const conditions = allOf(
    ["a.seq >= ?", first],
    ["a.seq <= ?", last],
    ofScope(scope, "a.project"),
    ["a.at >= ?", since?.getTime()],
    ["a.action IN (SELECT value FROM json_each(?))", actions && JSON.stringify(actions)],
    byActor(actor?.normalize().toLowerCase()),
  );
  const ids = record === undefined ? [] : [JSON.stringify(idsOf(sql, scope, record))];
  return sql.all(
    `SELECT ${columns} FROM ${record === undefined ? "audit a" : ABOUT_RECORD} WHERE ${conditions.sql} ${end}`,
    ...ids,
    ...conditions.values,
    ...endValues,
  );
}

/** What an alias names is gone when the decision was erased, but its id is still found in the log. */
function idsOf(sql: Sql, scope: string, record: string): string[] {
  const inScope = allOf(ofScope(scope, "project"));
  const rows = sql.all<{ memory_id: string }>(
    `SELECT memory_id FROM aliases WHERE alias = ? AND ${inScope.sql}`,
    record,
    ...inScope.values,
  );
  return [record, ...rows.map((row) => row.memory_id)];
}

type LoggedEntryRow = EntryRow & { parts: number; emptied: number; origin_id: string | null };

/** With `types` it has its changes, too. */
function loggedEntry(sql: Sql, row: LoggedEntryRow, types: ChangeTypes | undefined): LoggedEntry {
  const entry = entryOf(row);
  const [parts, emptied] = [row.parts, row.emptied];
  return {
    ...entry,
    ...(row.person !== null && { personId: row.person }),
    ...(row.origin_id !== null && { origin: row.origin_id }),
    erased: emptied === 0 ? "nothing" : emptied < parts ? "some" : "all",
    ...(types && { changes: changesOf(sql, entry.seq, entry.action, types) }),
  };
}

function changesOf(sql: Sql, seq: number, action: AuditAction, types: ChangeTypes): LoggedPart[] {
  return partsOf(sql, seq).map(({ person, args }): LoggedPart => {
    const value = args !== undefined && person === null ? wholeArgs(types, action, sql, args) : args;
    return {
      ...(person !== null && { personId: person }),
      ...(value === undefined ? { erased: true } : { args: value }),
    };
  });
}

/** Which entries of the audit log are wanted. */
export interface LogFilter {
  /** What belongs to no project, such as people and some keys, is only in the scope of all of them. */
  readonly scope: Scope;
  readonly since?: Date | undefined;
  /**
   * The whole kind of the author, the name or id of the person, the program, the client with or without its version, or
   * the id of the access key. Upper and lower case are the same.
   */
  readonly actor?: string | undefined;
  /** The id of any record, or an alias of a decision: entries about the record, and those that touch it. */
  readonly record?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
}

/** The first entries after a position, or the last ones before a position or the end. */
type LogRange = { readonly after: number } | { readonly before?: number | undefined };

/** One part of the arguments of a change. `personId` is set if it is the name of that person. */
export type LoggedPart = { readonly personId?: string | undefined } & (
  | { readonly args: Json }
  | { readonly erased: true }
);

export interface LoggedEntry extends AuditEntry {
  /** The id of the human, or of the person on whose behalf an agent or script acted. */
  readonly personId?: string | undefined;
  /** The id of the memory file that it was written to first; undefined in entries of version 0.1.0. */
  readonly origin?: string | undefined;
  /** How much of what it wrote was erased since. */
  readonly erased: "nothing" | "some" | "all";
  /** What was written, part by part, if it was asked for. Entries of version 0.1.0 have no parts. */
  readonly changes?: readonly LoggedPart[] | undefined;
}
