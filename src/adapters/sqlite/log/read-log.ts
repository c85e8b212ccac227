import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import type {
  LogFilter,
  LoggedEntry,
  LoggedPart,
  LogRange,
  LogStore,
} from "../../../domain/log/log-store.ts";
import { AUTHOR_KINDS } from "../../../domain/shared/actor.ts";
import { KEY_ID, PERSON_ID } from "../../../domain/shared/ids.ts";
import { allOf, type Condition, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { ENTRY_COLUMNS, entryOf, headPosition } from "./audit-log.ts";
import { type ChangeTypes, wholeArgs } from "./change.ts";
import { partsOf } from "./change-parts.ts";

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

/** `types` knows how to read arguments that point at a row. */
export function sqliteLog(connection: Connection, types: ChangeTypes): LogStore {
  return {
    async readLog(filter, range, limit, { withChanges = false } = {}) {
      const found: LoggedEntry[] = [];
      const forwards = "after" in range;
      for (const slice of slicesOf(filter, range, await connection.read(headPosition))) {
        const entries = await connection.read((sql) =>
          matching(sql, COLUMNS, filter, slice, `ORDER BY a.seq ${forwards ? "" : "DESC"} LIMIT ?`, [
            limit - found.length,
          ]).map((row) => loggedEntry(sql, row, withChanges ? types : undefined)),
        );
        found.push(...entries);
        if (found.length >= limit) break;
        await yieldToEventLoop();
      }
      return forwards ? found : found.reverse();
    },
    async countLog(filter, before) {
      let count = 0;
      for (const slice of slicesOf(filter, { before }, await connection.read(headPosition))) {
        const [row] = await connection.read((sql) => matching(sql, "count(*) AS n", filter, slice));
        count += row?.["n"] as number;
        await yieldToEventLoop();
      }
      return count;
    },
  };
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

function matching(
  sql: Sql,
  columns: string,
  { scope, since, actor, record, actions }: LogFilter,
  { first, last }: Slice,
  end = "",
  endValues: readonly SqlValue[] = [],
): Row[] {
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
  const rows = sql.all(
    `SELECT memory_id FROM aliases WHERE alias = ? AND ${inScope.sql}`,
    record,
    ...inScope.values,
  );
  return [record, ...rows.map((row) => row["memory_id"] as string)];
}

/** With `types` it has its changes, too. */
function loggedEntry(sql: Sql, row: Row, types: ChangeTypes | undefined): LoggedEntry {
  const entry = entryOf(row);
  const [parts, emptied] = [row["parts"] as number, row["emptied"] as number];
  return {
    ...entry,
    ...(row["person"] !== null && { personId: row["person"] as string }),
    ...(row["origin_id"] !== null && { origin: row["origin_id"] as string }),
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
