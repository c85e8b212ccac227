import type { Json } from "../../shared/canonical-json.ts";
import { ERASED, isWholeIn, type RepeatedWords } from "../../shared/words/repeated-words.ts";
import type { Connection, Sql } from "./connection.ts";
import type { SqlValue } from "./driver.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

const ROWS_AT_ONCE = 500;

/** A table of the file with the columns that may have text, its own or one that SQLite keeps for an index. */
export interface TextTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** What orders its rows. */
  readonly key: readonly string[];
}

interface TextRow {
  readonly texts: readonly string[];
  readonly record: string | undefined;
  readonly project: string | undefined;
}

/** What to read of a row besides its texts, as expressions. */
export interface RowNames {
  readonly record: string;
  readonly project: string;
}

/** Read from the file itself, so that none can be missed. */
export function textTables(sql: Sql): TextTable[] {
  const tables = sql.all(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'",
  );
  return tables.map(({ name, sql: made }) => {
    const columns = sql.all("SELECT name, type, pk FROM pragma_table_info(?)", name as string);
    const key = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a["pk"]) - Number(b["pk"]));
    return {
      name: name as string,
      columns: columns
        .filter(({ type }) => type === "TEXT" || type === "")
        .map((column) => column["name"] as string),
      key: /WITHOUT ROWID/i.test(made as string) ? key.map((column) => column["name"] as string) : ["rowid"],
    };
  });
}

/** All rows of a table, within one transaction. */
export function* rowsWithText(sql: Sql, table: TextTable, names: RowNames): Generator<TextRow> {
  let after: readonly SqlValue[] | undefined;
  do {
    const slice = readSlice(sql, table, names, after);
    yield* slice.rows;
    after = slice.last;
  } while (after);
}

/** The same, in slices between which others may work. */
export async function eachRowWithText(
  connection: Connection,
  table: TextTable,
  names: RowNames,
  look: (row: TextRow) => void,
): Promise<void> {
  let after: readonly SqlValue[] | undefined;
  do {
    const slice = await connection.read((sql) => readSlice(sql, table, names, after));
    slice.rows.forEach(look);
    after = slice.last;
    if (after) await yieldToEventLoop();
  } while (after);
}

function readSlice(
  sql: Sql,
  { name, columns, key }: TextTable,
  { record, project }: RowNames,
  after: readonly SqlValue[] | undefined,
): { readonly rows: readonly TextRow[]; readonly last: readonly SqlValue[] | undefined } {
  if (columns.length === 0) return { rows: [], last: undefined };
  const selected = [
    `${record} AS "row's record"`,
    `${project} AS "row's project"`,
    ...key.map((column, n) => `"${column}" AS "row's key ${n}"`),
    ...columns.map((column, n) => `"${column}" AS "row's text ${n}"`),
  ];
  const marks = key.map(() => "?").join(", ");
  const keys = key.map((column) => `"${column}"`).join(", ");
  const rows = sql.all(
    `SELECT ${selected.join(", ")} FROM "${name}" ${after ? `WHERE (${keys}) > (${marks})` : ""}
     ORDER BY ${keys} LIMIT ${ROWS_AT_ONCE}`,
    ...(after ?? []),
  );
  const last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  return {
    rows: rows.map((row) => ({
      texts: columns.flatMap((_, n) => textsIn(row[`row's text ${n}`] ?? null)),
      record: (row["row's record"] as string | null) ?? undefined,
      project: (row["row's project"] as string | null) ?? undefined,
    })),
    last: last && key.map((_, n) => last[`row's key ${n}`] ?? null),
  };
}

/** The texts in a column: all those in a JSON value but what is under one of the keys, or else the column itself. */
export function textsIn(value: SqlValue, without: readonly string[] = []): string[] {
  const json = typeof value === "string" ? (parsed(value) ?? value) : undefined;
  return textsOf(json, without);
}

function textsOf(value: Json | undefined, without: readonly string[]): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    without.includes(key) ? [] : textsOf(item, without),
  );
}

/** The same column with other texts. Keys of JSON objects are names of ours and stay. */
function withTexts(value: SqlValue, change: (text: string) => string): SqlValue {
  if (typeof value !== "string") return value;
  const json = parsed(value);
  return json === undefined ? change(value) : JSON.stringify(changed(json, change));
}

function parsed(text: string): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function changed(value: Json | undefined, change: (text: string) => string): Json | undefined {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => changed(item, change) ?? null);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change)]));
}

/** What was said in a record that is erased. */
export interface ErasedWords {
  /** Its main texts in every wording. */
  readonly statements: readonly string[];
  readonly words: RepeatedWords;
  /** Whether records that stay have the passage, too. */
  readonly mayStay: (passage: string) => boolean;
}

/** Rows that Membria wrote by itself, of what it heard. */
interface HeardRows {
  readonly table: string;
  readonly project: string;
  readonly columns: readonly string[];
  /** Of these, as expressions, a row needs every one. */
  readonly needed: readonly string[];
}

/**
 * Takes erased words out of such rows. Returns the numbers of those that have to go as a whole: they quote a statement, so
 * that the rest is about it, too, or nothing is left of what they need.
 */
export function takeOutWords(
  sql: Sql,
  { table, project, columns, needed }: HeardRows,
  { statements, words, mayStay }: ErasedWords,
): number[] {
  const gone: number[] = [];
  for (const row of sql.all(`SELECT seq, ${columns.join(", ")} FROM ${table} WHERE project = ?`, project)) {
    const seq = row["seq"] as number;
    const before = columns.map((column) => row[column] ?? null);
    if (
      before.flatMap((value) => textsIn(value)).some((text) => statements.some((one) => isWholeIn(one, text)))
    ) {
      gone.push(seq);
      continue;
    }
    const after = before.map((value) => withTexts(value, (text) => words.takenOutOf(text, mayStay)));
    if (after.every((value, n) => value === before[n])) continue;
    const set = columns.map((column) => `${column} = ?`).join(", ");
    sql.run(`UPDATE ${table} SET ${set} WHERE seq = ?`, ...after, seq);
    const isEmpty = needed.map((text) => `trim(${text}, ' .,;:!?') = '${ERASED}'`).join(" OR ");
    if (sql.get(`SELECT 1 FROM ${table} WHERE seq = ? AND (${isEmpty})`, seq)) gone.push(seq);
  }
  return gone;
}
