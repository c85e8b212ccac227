import type { AuthorKind } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { DAY_MS } from "../../shared/time.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { OutcomeGroup, OutcomeGroupStore, TimeSpan } from "../rules/calibration-chart.ts";

export const sqliteOutcomeGroups = (connection: Connection): OutcomeGroupStore => ({
  outcomeGroups: (scope, within) => connection.read((sql) => outcomeGroups(sql, scope, within)),
});

/** No date is further from 1970 than this many milliseconds. */
const FURTHEST = 8.64e15;

/** In one statement, whatever is chosen afterwards: the rows are as many as there are groups. */
function outcomeGroups(sql: Sql, scope: Scope, { since, until }: TimeSpan): OutcomeGroup[] {
  const inScope = allOf(ofScope(scope, "o.project"));
  const rows = sql.all(
    `SELECT o.domain, m.author_kind, p.name AS person, (o.at + 3 * ${DAY_MS}) / (7 * ${DAY_MS}) AS week,
       o.at >= ? AND o.at < ? AS is_within,
       coalesce(min(9, CAST(o.stated_confidence * 10 AS INTEGER)), -1) AS tenth,
       count(*) AS outcomes, count(*) FILTER (WHERE o.status = 'success') AS worked,
       count(*) FILTER (WHERE o.status = 'partial') AS partly,
       count(*) FILTER (WHERE o.status = 'failure') AS failed, sum(o.score) AS score, sum(coalesce(o.stated_confidence, 0)) AS confidence,
       sum(coalesce((o.stated_confidence - o.score) * (o.stated_confidence - o.score), 0)) AS squared_error
     FROM outcomes o CROSS JOIN memories m ON m.id = o.decision_id LEFT JOIN people p ON p.id = m.person
     WHERE o.counts = 1 AND ${inScope.sql} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
    since?.getTime() ?? -FURTHEST,
    until?.getTime() ?? FURTHEST,
    ...inScope.values,
  );
  return rows.map((row) => ({
    domain: row["domain"] as string,
    author: {
      kind: row["author_kind"] as AuthorKind,
      ...(row["person"] !== null && { person: row["person"] as string }),
    },
    week: row["week"] as number,
    isWithin: row["is_within"] === 1,
    ...((row["tenth"] as number) >= 0 && { bin: row["tenth"] as number }),
    outcomes: row["outcomes"] as number,
    counts: {
      worked: row["worked"] as number,
      partly: row["partly"] as number,
      failed: row["failed"] as number,
    },
    score: row["score"] as number,
    confidence: row["confidence"] as number,
    squaredError: row["squared_error"] as number,
  }));
}
