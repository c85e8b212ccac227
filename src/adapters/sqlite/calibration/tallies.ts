import { BINS, type Tally } from "../../../domain/calibration/calibration.ts";
import type { TallyStore } from "../../../domain/calibration/tally-store.ts";
import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { ofScopeAndDomain } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { confidenceEvidence } from "./confidence-evidence.ts";
import { dueCount } from "./due.ts";
import { firstOutcomes, lastOutcomeAt } from "./time-slots.ts";

export function sqliteTallies(connection: Connection): TallyStore {
  return {
    tally: (scope, domain) => connection.read((sql) => tallyOf(sql, scope, domain)),
    confidenceEvidence: (scope, level) => connection.read((sql) => confidenceEvidence(sql, scope, level)),
    tallies: (scope) =>
      connection.read((sql) => domainsOf(sql, scope).map((domain) => tallyOf(sql, scope, domain))),
    dueCount: (scope, by, domain) => connection.read((sql) => dueCount(sql, scope, by, domain)),
  };
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
    lastOutcomeAt: lastOutcomeAt(sql, scope, domain),
  };
}

function domainsOf(sql: Sql, scope: Scope): string[] {
  const { sql: where, values } = ofScopeAndDomain(scope);
  return sql
    .all(`SELECT DISTINCT domain FROM tally_bins WHERE ${where} ORDER BY domain`, ...values)
    .map((row) => row["domain"] as string);
}
