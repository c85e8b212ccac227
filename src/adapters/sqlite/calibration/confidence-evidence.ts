import type { BinSums } from "../../../domain/calibration/calibration.ts";
import {
  type ConfidenceEvidence,
  MOST_RECENT,
  type StatedOutcome,
} from "../../../domain/calibration/recalibration.ts";
import type { ConfidenceLevel } from "../../../domain/calibration/tally-store.ts";
import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { allOf, ofScope, ofScopeAndDomain } from "../shared/conditions.ts";
import type { Sql } from "../shared/connection.ts";
import { authorKeyOf, authorKeys } from "./author-key.ts";
import { binsOf } from "./bins.ts";

/** The last outcomes of an author are looked for among this many of the domain. */
const MOST_READ = 1_000;

export function confidenceEvidence(
  sql: Sql,
  scope: Scope,
  { domain = ALL_DOMAINS, author }: ConfidenceLevel,
): ConfidenceEvidence {
  const authors = author && JSON.stringify(authorKeys(sql, author));
  const inScope = allOf(ofScope(scope, "project"));
  const rows = sql.all(
    `SELECT (? = '${ALL_DOMAINS}' OR domain = ?) AS of_domain,
       ${authors === undefined ? "1" : "author IN (SELECT value FROM json_each(?))"} AS of_author, bin,
       sum(outcomes) AS outcomes, sum(score) AS score, sum(confidence) AS confidence,
       sum(squared_error) AS squared_error
     FROM tally_bins WHERE bin >= 0 AND ${inScope.sql} GROUP BY of_domain, of_author, bin`,
    domain,
    domain,
    ...(authors === undefined ? [] : [authors]),
    ...inScope.values,
  );
  const level = (ofDomain: 0 | 1, ofAuthor: 0 | 1): BinSums[] =>
    binsOf(rows.filter((row) => row["of_domain"] === ofDomain && row["of_author"] === ofAuthor));
  return {
    own: level(1, 1),
    recent: recentOutcomes(sql, scope, domain, authors),
    elsewhere: [level(0, 1), level(1, 0), level(0, 0)],
  };
}

/** By time, then by id, oldest first. */
function recentOutcomes(
  sql: Sql,
  scope: Scope,
  domain: string,
  authors: string | undefined,
): StatedOutcome[] {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const last = `SELECT decision_id, stated_confidence, score FROM outcomes
    WHERE counts = 1 AND ${where} ORDER BY at DESC, id DESC LIMIT ${MOST_READ}`;
  const rows = sql.all(
    `SELECT o.stated_confidence AS confidence, o.score FROM (${last}) o
     ${authors === undefined ? "" : "CROSS JOIN memories m ON m.id = o.decision_id"}
     WHERE o.stated_confidence IS NOT NULL
       ${authors === undefined ? "" : `AND ${authorKeyOf("m")} IN (SELECT value FROM json_each(?))`}
     LIMIT ${MOST_RECENT}`,
    ...values,
    ...(authors === undefined ? [] : [authors]),
  );
  return rows.map((row) => row as unknown as StatedOutcome).reverse();
}
