import { BINS } from "../../../domain/calibration/calibration.ts";
import type { Sql } from "../shared/connection.ts";
import { authorKeyOf } from "./author-key.ts";
import { LEVELS } from "./time-slots.ts";

/** The same arithmetic as `roundForSum`. */
const roundedForSum = (value: string): string =>
  `CAST(${value} * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0`;

/** Makes the tallies again from the outcomes that count. The rows are the same, to the bit, as if kept all along. */
export function rebuildTallies(sql: Sql): void {
  sql.run("DELETE FROM tally_bins");
  sql.run("DELETE FROM tally_times");
  sql.run(
    `INSERT INTO tally_bins (project, domain, author, bin, outcomes, score, confidence, squared_error)
     SELECT o.project, o.domain, ${authorKeyOf("m")} AS who,
       coalesce(min(${BINS - 1}, CAST(stated_confidence * ${BINS} AS INTEGER)), -1) AS tenth,
       count(*), sum(${roundedForSum("score")}), sum(${roundedForSum("coalesce(stated_confidence, 0)")}),
       sum(${roundedForSum("coalesce((stated_confidence - score) * (stated_confidence - score), 0)")})
     FROM outcomes o JOIN memories m ON m.id = o.decision_id
     WHERE counts = 1 GROUP BY o.project, o.domain, who, tenth`,
  );
  for (const { level, shift } of LEVELS) {
    sql.run(
      `INSERT INTO tally_times (project, domain, level, slot, outcomes, score)
       SELECT project, domain, ${level}, at >> ${shift} AS own_slot, count(*), sum(${roundedForSum("score")})
       FROM outcomes WHERE counts = 1 GROUP BY project, domain, own_slot`,
    );
  }
}
