import type { Sql } from "../shared/connection.ts";
import { TABLE_KINDS } from "./said-tables.ts";

/** The log says what happened to a record, whether or not the record is there. */
const KEPT_WITHOUT = new Set(["audit"]);

/** Removes the rows whose record is lost, such as the outcomes of a lost decision, until every row has its own. */
export function removeWithoutParent(sql: Sql): void {
  for (let removed = true; removed; ) {
    removed = false;
    for (const table of Object.keys(TABLE_KINDS)) {
      if (KEPT_WITHOUT.has(table)) continue;
      for (const key of sql.all(`PRAGMA foreign_key_list(${table})`)) {
        const orphans = `FROM ${table} WHERE ${key["from"]} IS NOT NULL
          AND ${key["from"]} NOT IN (SELECT ${key["to"]} FROM ${key["table"]})`;
        if (!sql.get(`SELECT 1 ${orphans} LIMIT 1`)) continue;
        sql.run(`DELETE ${orphans}`);
        removed = true;
      }
    }
  }
}
