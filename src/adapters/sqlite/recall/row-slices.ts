import type { Connection, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";

/** A range of row numbers, which is searched in one go. Undefined for all rows. */
export type Slice = readonly [first: number, last: number] | undefined;

/** Ranges that make up the whole table. */
export async function slicesOf(
  connection: Connection,
  rows: "memories" | "passages",
  count: number,
): Promise<Slice[]> {
  if (count === 1) return [undefined];
  const { last } = (await connection.read((sql) =>
    sql.get(`SELECT coalesce(max(seq), 0) AS last FROM ${rows}`),
  )) as { last: number };
  const step = Math.ceil(last / count);
  return Array.from({ length: count }, (_, i) => [i * step + 1, (i + 1) * step]);
}

/** The condition is left out where it is not needed, because it costs a comparison for every row. */
export const inSlice = (
  column: string,
  slice: Slice,
): { readonly sql: string; readonly values: readonly number[] } =>
  slice ? { sql: `AND ${column} BETWEEN ? AND ?`, values: slice } : { sql: "", values: [] };

/** The results of all slices. Other work runs between them. */
export async function inSlices<T>(
  connection: Connection,
  slices: readonly Slice[],
  work: (sql: Sql, slice: Slice) => T[],
): Promise<T[]> {
  const hits: T[] = [];
  for (const slice of slices) {
    if (hits.length > 0) await yieldToEventLoop();
    hits.push(...(await connection.read((sql) => work(sql, slice))));
  }
  return hits;
}
