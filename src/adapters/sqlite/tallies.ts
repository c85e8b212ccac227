import { BINS, binOf, type Sums, type Tally } from "../../domain/calibration.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/store.ts";
import type { Row, Sql } from "./connection.ts";
import type { SqlValue } from "./driver.ts";

/** Outcomes whose decision had no stated confidence are counted here: in the rate, in no bin of the plot. */
const UNSTATED = -1;
/** Outcomes are summed in stretches of this many, so that half of them are found without reading them all. */
const SPAN = 256;
/** The name of all domains together. */
const ALL_DOMAINS = "all";

/** An outcome as far as it counts. */
interface Counted {
  readonly seq: number;
  readonly project: string;
  readonly domain: string;
  readonly score: number;
  readonly confidence: number | null;
  readonly at: number;
}

/** Adds an outcome to the sums, or takes it out with `sign` −1. In the transaction that writes the outcome. */
export function count(
  sql: Sql,
  { seq, project, domain, score, confidence, at }: Counted,
  sign: 1 | -1,
): void {
  const error = confidence === null ? 0 : (confidence - score) ** 2;
  sql.run(
    `INSERT INTO tally_bins (project, domain, bin, outcomes, score, confidence, squared_error, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score,
       confidence = confidence + excluded.confidence, squared_error = squared_error + excluded.squared_error,
       last_at = max(last_at, excluded.last_at)`,
    project,
    domain,
    confidence === null ? UNSTATED : binOf(confidence),
    sign,
    sign * score,
    sign * (confidence ?? 0),
    sign * error,
    at,
  );
  sql.run(
    `INSERT INTO tally_spans (project, domain, span, outcomes, score) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET outcomes = outcomes + excluded.outcomes, score = score + excluded.score`,
    project,
    domain,
    Math.floor(seq / SPAN),
    sign,
    sign * score,
  );
}

/** Takes a decision's counting outcome out of the sums, and answers with its id. */
export function uncount(sql: Sql, decisionId: string): string | undefined {
  const row = sql.get(
    "SELECT id, seq, project, domain, score, stated_confidence, at FROM outcomes WHERE decision_id = ? AND counts = 1",
    decisionId,
  );
  if (!row) return undefined;
  sql.run("UPDATE outcomes SET counts = 0 WHERE seq = ?", row["seq"] as number);
  count(
    sql,
    {
      seq: row["seq"] as number,
      project: row["project"] as string,
      domain: row["domain"] as string,
      score: row["score"] as number,
      confidence: row["stated_confidence"] as number | null,
      at: row["at"] as number,
    },
    -1,
  );
  return row["id"] as string;
}

/** Only the SQL of the filter; the values come apart, in the same order. */
function filter(scope: Scope, domain: string | undefined): { where: string; values: SqlValue[] } {
  const wanted: [string, SqlValue][] = [];
  if (scope !== ALL_PROJECTS) wanted.push(["project = ?", scope]);
  if (domain !== undefined) wanted.push(["domain = ?", domain]);
  return {
    where: ["TRUE", ...wanted.map(([sql]) => sql)].join(" AND "),
    values: wanted.map(([, value]) => value),
  };
}

export function tallyOf(sql: Sql, scope: Scope, domain?: string): Tally {
  const { where, values } = filter(scope, domain);
  const rows = sql.all(
    `SELECT bin, sum(outcomes) AS outcomes, sum(score) AS score, sum(confidence) AS confidence,
       sum(squared_error) AS squared_error, max(last_at) AS last_at
     FROM tally_bins WHERE ${where} GROUP BY bin HAVING sum(outcomes) > 0`,
    ...values,
  );
  const number = (row: Row | undefined, column: string): number => (row?.[column] as number | undefined) ?? 0;
  const outcomes = rows.reduce((sum, row) => sum + number(row, "outcomes"), 0);
  const lastAt = Math.max(0, ...rows.map((row) => number(row, "last_at")));
  return {
    domain: domain ?? ALL_DOMAINS,
    outcomes,
    score: rows.reduce((sum, row) => sum + number(row, "score"), 0),
    earlier: firstOutcomes(sql, scope, domain, Math.floor(outcomes / 2)),
    bins: Array.from({ length: BINS }, (_, bin) => {
      const row = rows.find((candidate) => candidate["bin"] === bin);
      return {
        outcomes: number(row, "outcomes"),
        score: number(row, "score"),
        confidence: number(row, "confidence"),
        squaredError: number(row, "squared_error"),
      };
    }),
    lastOutcomeAt: lastAt > 0 ? new Date(lastAt) : undefined,
  };
}

export function domainsOf(sql: Sql, scope: Scope): string[] {
  const { where, values } = filter(scope, undefined);
  return sql
    .all(
      `SELECT domain FROM tally_bins WHERE ${where} GROUP BY domain HAVING sum(outcomes) > 0 ORDER BY domain`,
      ...values,
    )
    .map((row) => row["domain"] as string);
}

/** The sums over the first outcomes in the order they were recorded: whole spans, then the rest one by one. */
function firstOutcomes(sql: Sql, scope: Scope, domain: string | undefined, wanted: number): Sums {
  const { where, values } = filter(scope, domain);
  let [outcomes, score] = [0, 0];
  const spans = sql.all(
    `SELECT span, sum(outcomes) AS outcomes, sum(score) AS score FROM tally_spans WHERE ${where}
     GROUP BY span HAVING sum(outcomes) > 0 ORDER BY span`,
    ...values,
  );
  for (const span of spans) {
    const size = span["outcomes"] as number;
    if (outcomes + size > wanted) {
      const from = (span["span"] as number) * SPAN;
      const rest = sql.get(
        `SELECT coalesce(sum(score), 0) AS score FROM
           (SELECT score FROM outcomes WHERE ${where} AND counts = 1 AND seq >= ? ORDER BY seq LIMIT ?)`,
        ...values,
        from,
        wanted - outcomes,
      ) as Row;
      return { outcomes: wanted, score: score + (rest["score"] as number) };
    }
    outcomes += size;
    score += span["score"] as number;
  }
  return { outcomes, score };
}
