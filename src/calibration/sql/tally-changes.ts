/** Keeps the sums over outcomes up to date, and rebuilds them. */
import type { Sql } from "../../store/file/connection.ts";
import { BINS, binOf, roundForSum } from "../rules/calibration.ts";
import { authorKeyOf, LEVELS, slotOf } from "./tallies.ts";

/** The bin of outcomes without a stated confidence: they count for the rate, but in none of the ten bins. */
const UNSTATED_BIN = -1;

/** The values of an outcome that the tallies need. */
export interface CountedOutcome {
  readonly project: string;
  readonly domain: string;
  /** As `authorKeyOf` has it. */
  readonly author: string;
  readonly at: number;
  readonly score: number;
  readonly confidence: number | null;
}

/** Call it in the transaction in which the outcome begins to count. */
export function addToTally(sql: Sql, outcome: CountedOutcome): void {
  changeTally(sql, outcome, 1);
}

/** Call it in the transaction in which the outcome stops counting. */
export function removeFromTally(sql: Sql, outcome: CountedOutcome): void {
  changeTally(sql, outcome, -1);
}

const SLOT_ROWS = LEVELS.map(({ level }, i) => `(?1, ?2, ${level}, ?${i + 5}, ?3, ?4)`).join(", ");
const SLOT_KEYS = LEVELS.map(({ level }, i) => `(${level}, ?${i + 3})`).join(", ");

/**
 * The tables depend only on the outcomes that count, not on the order in which they came: the sums are exact, and a row
 * without outcomes is deleted. `rebuildTallies` gives the same rows.
 */
function changeTally(sql: Sql, outcome: CountedOutcome, sign: 1 | -1): void {
  const { project, domain, author, at, score, confidence } = outcome;
  const bin = confidence === null ? UNSTATED_BIN : binOf(confidence);
  const error = confidence === null ? 0 : (confidence - score) * (confidence - score);
  const slots = LEVELS.map(({ shift }) => slotOf(at, shift));
  sql.run(
    `INSERT INTO tally_bins (project, domain, author, bin, outcomes, score, confidence, squared_error)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score,
       confidence = confidence + excluded.confidence, squared_error = squared_error + excluded.squared_error`,
    project,
    domain,
    author,
    bin,
    sign,
    sign * roundForSum(score),
    sign * roundForSum(confidence ?? 0),
    sign * roundForSum(error),
  );
  sql.run(
    `INSERT INTO tally_times (project, domain, level, slot, outcomes, score) VALUES ${SLOT_ROWS}
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score`,
    project,
    domain,
    sign,
    sign * roundForSum(score),
    ...slots,
  );
  if (sign > 0) return;
  // An empty row would keep the name of an erased domain.
  sql.run(
    "DELETE FROM tally_bins WHERE project = ? AND domain = ? AND author = ? AND bin = ? AND outcomes = 0",
    project,
    domain,
    author,
    bin,
  );
  sql.run(
    `DELETE FROM tally_times WHERE project = ?1 AND domain = ?2 AND (level, slot) IN (VALUES ${SLOT_KEYS}) AND outcomes = 0`,
    project,
    domain,
    ...slots,
  );
}

/** The same arithmetic as `roundForSum`. */
const roundedForSum = (value: string): string =>
  `CAST(${value} * 4294967296.0 + 0.5 AS INTEGER) / 4294967296.0`;

/** Rebuilds the tallies from the outcomes that count. The rows are the same, to the bit, as if kept all along. */
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
