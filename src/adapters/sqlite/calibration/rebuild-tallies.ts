import type { Sql } from "../shared/connection.ts";
import { addToTally } from "./tallies.ts";

/** Sums all outcomes that count again, in an order that does not depend on when they arrived. Call it in a write. */
export function rebuildTallies(sql: Sql): void {
  sql.script("DELETE FROM tally_bins; DELETE FROM tally_spans");
  const rows = sql.all(
    `SELECT seq, project, domain, score, stated_confidence FROM outcomes WHERE counts = 1 ORDER BY at, id`,
  );
  for (const row of rows) {
    addToTally(sql, {
      seq: row["seq"] as number,
      project: row["project"] as string,
      domain: row["domain"] as string,
      score: row["score"] as number,
      confidence: row["stated_confidence"] as number | null,
    });
  }
}
