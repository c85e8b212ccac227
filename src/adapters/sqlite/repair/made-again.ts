import { migrateDraft } from "../migrate.ts";
import { MIGRATIONS } from "../schema/index.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { connect, TEMPORARY } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { applyChange, changesAfter } from "./replay.ts";

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
