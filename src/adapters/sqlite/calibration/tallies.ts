import type { Tally } from "../../../domain/calibration/calibration.ts";
import type { TallyStore } from "../../../domain/calibration/tally-store.ts";
import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { ofScopeAndDomain } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { binsOf } from "./bins.ts";
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
  const sumOf = (column: string): number => rows.reduce((sum, row) => sum + (row[column] as number), 0);
  const outcomes = sumOf("outcomes");
  return {
    domain: domain ?? ALL_DOMAINS,
    outcomes,
    score: sumOf("score"),
    earlier: firstOutcomes(sql, scope, domain, Math.floor(outcomes / 2)),
    bins: binsOf(rows),
    lastOutcomeAt: lastOutcomeAt(sql, scope, domain),
  };
}

function domainsOf(sql: Sql, scope: Scope): string[] {
  const { sql: where, values } = ofScopeAndDomain(scope);
  return sql
    .all(`SELECT DISTINCT domain FROM tally_bins WHERE ${where} ORDER BY domain`, ...values)
    .map((row) => row["domain"] as string);
}
