import { BINS, binOf, type Sums, type Tally } from "../../../domain/calibration/calibration.ts";
import type { TallyStore } from "../../../domain/calibration/tally-store.ts";
import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { ofScopeAndDomain } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { dueCount } from "./due.ts";

/** The bin of outcomes without a stated confidence: they count for the rate, but in none of the ten bins. */
const UNSTATED_BIN = -1;
/** Outcomes are also summed in spans of this many, so that the first half can be summed without reading each one. */
const OUTCOMES_PER_SPAN = 256;

export function sqliteTallies(connection: Connection): TallyStore {
  return {
    tally: (scope, domain) => connection.read((sql) => tallyOf(sql, scope, domain)),
    tallies: (scope) =>
      connection.read((sql) => domainsOf(sql, scope).map((domain) => tallyOf(sql, scope, domain))),
    dueCount: (scope, by, domain) => connection.read((sql) => dueCount(sql, scope, by, domain)),
  };
}

/** The values of an outcome that the tallies need. */
export interface CountedOutcome {
  readonly seq: number;
  readonly project: string;
  readonly domain: string;
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

function changeTally(
  sql: Sql,
  { seq, project, domain, score, confidence }: CountedOutcome,
  sign: 1 | -1,
): void {
  const error = confidence === null ? 0 : (confidence - score) ** 2;
  sql.run(
    `INSERT INTO tally_bins (project, domain, bin, outcomes, score, confidence, squared_error)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score,
       confidence = confidence + excluded.confidence, squared_error = squared_error + excluded.squared_error`,
    project,
    domain,
    confidence === null ? UNSTATED_BIN : binOf(confidence),
    sign,
    sign * score,
    sign * (confidence ?? 0),
    sign * error,
  );
  sql.run(
    `INSERT INTO tally_spans (project, domain, span, outcomes, score) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score`,
    project,
    domain,
    Math.floor(seq / OUTCOMES_PER_SPAN),
    sign,
    sign * score,
  );
  // An empty row would keep the name of an erased domain, and rounding errors in its sums.
  for (const table of sign < 0 ? ["tally_bins", "tally_spans"] : []) {
    sql.run(`DELETE FROM ${table} WHERE project = ? AND domain = ? AND outcomes = 0`, project, domain);
  }
}

export function tallyOf(sql: Sql, scope: Scope, domain?: string): Tally {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const rows = sql.all(
    `SELECT bin, sum(outcomes) AS outcomes, sum(score) AS score, sum(confidence) AS confidence,
       sum(squared_error) AS squared_error
     FROM tally_bins WHERE ${where} GROUP BY bin`,
    ...values,
  );
  const number = (row: Row | undefined, column: string): number => (row?.[column] as number | undefined) ?? 0;
  const outcomes = rows.reduce((sum, row) => sum + number(row, "outcomes"), 0);
  const spans = spansOf(sql, scope, domain);
  return {
    domain: domain ?? ALL_DOMAINS,
    outcomes,
    score: rows.reduce((sum, row) => sum + number(row, "score"), 0),
    earlier: firstOutcomes(spans, Math.floor(outcomes / 2)),
    bins: Array.from({ length: BINS }, (_, bin) => {
      const row = rows.find((candidate) => candidate["bin"] === bin);
      return {
        outcomes: number(row, "outcomes"),
        score: number(row, "score"),
        confidence: number(row, "confidence"),
        squaredError: number(row, "squared_error"),
      };
    }),
    lastOutcomeAt: spans.at(-1)?.lastAt(),
  };
}

function domainsOf(sql: Sql, scope: Scope): string[] {
  const { sql: where, values } = ofScopeAndDomain(scope);
  return sql
    .all(`SELECT DISTINCT domain FROM tally_bins WHERE ${where} ORDER BY domain`, ...values)
    .map((row) => row["domain"] as string);
}

/** A span of outcomes in the order they were recorded. The rows are read only by its methods. */
interface Span extends Sums {
  scoreOfFirst(limit: number): number;
  lastAt(): Date;
}

function spansOf(sql: Sql, scope: Scope, domain: string | undefined): Span[] {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  // The plus keeps SQLite from using an index: the rows of a span are adjacent in the table.
  const inside = `FROM outcomes WHERE ${where} AND +counts = 1 AND seq >= ? AND seq < ?`;
  return sql
    .all(
      `SELECT span, sum(outcomes) AS outcomes, sum(score) AS score FROM tally_spans WHERE ${where}
       GROUP BY span ORDER BY span`,
      ...values,
    )
    .map((row) => {
      const from = (row["span"] as number) * OUTCOMES_PER_SPAN;
      const range = [...values, from, from + OUTCOMES_PER_SPAN];
      const readValue = (statement: string, ...more: SqlValue[]): number =>
        sql.get(statement, ...range, ...more)?.["value"] as number;
      return {
        outcomes: row["outcomes"] as number,
        score: row["score"] as number,
        scoreOfFirst: (limit) =>
          readValue(
            `SELECT coalesce(sum(score), 0) AS value FROM (SELECT score ${inside} ORDER BY seq LIMIT ?)`,
            limit,
          ),
        lastAt: () => new Date(readValue(`SELECT at AS value ${inside} ORDER BY seq DESC LIMIT 1`)),
      };
    });
}

/** The sums over the first `limit` outcomes: whole spans, then part of the next. */
function firstOutcomes(spans: readonly Span[], limit: number): Sums {
  let [outcomes, score] = [0, 0];
  for (const span of spans) {
    if (outcomes + span.outcomes > limit) {
      return { outcomes: limit, score: score + span.scoreOfFirst(limit - outcomes) };
    }
    outcomes += span.outcomes;
    score += span.score;
  }
  return { outcomes, score };
}
