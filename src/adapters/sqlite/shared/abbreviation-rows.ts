import { abbreviationsIn, longFormKey, shortFormKey } from "../../../domain/shared/abbreviations.ts";
import type { Sql } from "./connection.ts";
import type { WordTexts } from "./word-rows.ts";

/** Makes the abbreviations of a memory what its texts spell out, and returns whether they were not. */
export function mendAbbreviations(sql: Sql, memory: number, project: string, texts: WordTexts): boolean {
  const spelt = [
    ...new Set(
      [texts.title, texts.body]
        .flatMap(abbreviationsIn)
        .map((one) => JSON.stringify([project, one.short, one.long, shortFormKey(one), longFormKey(one)])),
    ),
  ].sort();
  const stored = sql
    .all("SELECT project, short, long, short_key, long_key FROM abbreviations WHERE memory = ?", memory)
    .map((row) => JSON.stringify(Object.values(row)))
    .sort();
  if (spelt.join() === stored.join()) return false;
  sql.run("DELETE FROM abbreviations WHERE memory = ?", memory);
  for (const values of spelt) {
    sql.run(
      `INSERT INTO abbreviations (memory, project, short, long, short_key, long_key)
       SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM (SELECT ?2 AS value)`,
      memory,
      values,
    );
  }
  return true;
}
