import type { Sums } from "../../../domain/calibration/calibration.ts";
import { roundForSum } from "../../../domain/calibration/exact-sums.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { ofScopeAndDomain } from "../shared/conditions.ts";
import type { Row, Sql } from "../shared/connection.ts";

/**
 * `tally_times` sums the outcomes in slots of time, on several levels: a slot of the first level is 2³⁵ ms long, about a
 * year, and has 128 slots of the next level. The sum over the first outcomes takes whole slots and then goes down into
 * the one where they end, so that it reads no more rows when there are more outcomes.
 */
export const LEVELS = [35, 28, 21, 14, 7].map((shift, level) => ({ level, shift }));
/** A slot with at most this many outcomes is not divided further: its outcomes are read. */
const READ_AT_ONCE = 128;
/** No date is further from 1970 than this many milliseconds. */
const FURTHEST = 8.64e15;

/** Times before 1970 are negative, so it rounds down, as SQL's `at >> shift` does. Times have more than 32 bits. */
export const slotOf = (at: number, shift: number): number => Math.floor(at / 2 ** shift);

/** The sums over the first `limit` outcomes by time, then by id. */
export function firstOutcomes(sql: Sql, scope: Scope, domain: string | undefined, limit: number): Sums {
  const { sql: where, values } = ofExistingPairs(scope, domain);
  const sums = { outcomes: 0, score: 0 };
  let [from, to] = [-FURTHEST, FURTHEST + 1];
  for (const { level, shift } of LEVELS) {
    const slots = sql.all(
      `SELECT slot, sum(outcomes) AS outcomes, sum(score) AS score FROM tally_times
       WHERE ${where} AND level = ? AND slot >= ? AND slot < ? GROUP BY slot ORDER BY slot`,
      ...values,
      level,
      slotOf(from, shift),
      Math.ceil(to / 2 ** shift),
    );
    const last = addWhile(sums, slots, limit);
    if (sums.outcomes === limit || !last) return sums;
    [from, to] = [(last["slot"] as number) * 2 ** shift, ((last["slot"] as number) + 1) * 2 ** shift];
    if ((last["outcomes"] as number) <= READ_AT_ONCE) break;
  }
  const rows = sql.all(
    `SELECT 1 AS outcomes, score FROM outcomes WHERE ${where} AND counts = 1 AND at >= ? AND at < ?
     ORDER BY at, id LIMIT ?`,
    ...values,
    from,
    to,
    limit - sums.outcomes,
  );
  addWhile(
    sums,
    rows.map((row) => ({ outcomes: 1, score: roundForSum(row["score"] as number) })),
    limit,
  );
  return sums;
}

/** Adds rows as long as all their outcomes are below the limit. Returns the first row with too many. */
function addWhile(
  sums: { outcomes: number; score: number },
  rows: readonly Row[],
  limit: number,
): Row | undefined {
  for (const row of rows) {
    if (sums.outcomes + (row["outcomes"] as number) > limit) return row;
    sums.outcomes += row["outcomes"] as number;
    sums.score += row["score"] as number;
  }
  return undefined;
}

/** The time of the last outcome. The index gives it for each domain of each project. */
export function lastOutcomeAt(sql: Sql, scope: Scope, domain: string | undefined): Date | undefined {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const last = sql.get(
    `SELECT max((SELECT max(at) FROM outcomes o WHERE o.project = own.project AND o.domain = own.domain AND o.counts = 1))
       AS at FROM (SELECT DISTINCT project, domain FROM tally_bins WHERE ${where}) own`,
    ...values,
  )?.["at"];
  return typeof last === "number" ? new Date(last) : undefined;
}

/** Names project and domain in every scope, because the primary key and the index of outcomes begin with them. */
function ofExistingPairs(scope: Scope, domain: string | undefined): ReturnType<typeof ofScopeAndDomain> {
  const own = ofScopeAndDomain(scope, domain);
  if (own.values.length === 2) return own;
  return {
    sql: `(project, domain) IN (SELECT project, domain FROM tally_bins WHERE ${own.sql})`,
    values: own.values,
  };
}
