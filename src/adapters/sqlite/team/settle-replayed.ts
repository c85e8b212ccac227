import { OWN_ORIGIN } from "../log/origin.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { settledRecords } from "./settle-records.ts";
import { writeSettled } from "./write-settled.ts";

const SLICE = 100;

/**
 * Lets a memory that was made again from the log of another one say what that log settles: where several machines wrote,
 * the state does not follow from the order of the entries.
 */
export async function settleReplayed(from: Connection, to: Connection): Promise<void> {
  const records = await from.read(sharedRecords);
  for (let done = 0; done < records.length; done += SLICE) {
    const slice = records.slice(done, done + SLICE);
    const settled = await from.read((sql) => settledRecords(sql, slice, ""));
    await to.write((sql) => writeSettled(sql, settled));
    await yieldToEventLoop();
  }
}

/** What more than one machine wrote about. */
function sharedRecords(sql: Sql): string[] {
  const rows = sql.all(
    `WITH foreign_changes (seq) AS (SELECT seq FROM audit WHERE origin <> ${OWN_ORIGIN})
     SELECT subject AS record FROM audit WHERE seq IN foreign_changes
     UNION SELECT record FROM change_refs WHERE change IN foreign_changes`,
  );
  return rows.map(({ record }) => record as string);
}
