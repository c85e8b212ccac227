import type { AuthorKind } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { DAY_MS } from "../../shared/time.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection } from "../../store/file/connection.ts";
import type { OutcomeGroup, TimeSpan } from "../rules/calibration-chart.ts";

/** The current outcomes of all decisions, inside and outside of the time. */
export function readOutcomeGroups(
  memory: Connection,
  scope: Scope,
  { since, until }: TimeSpan,
): Promise<readonly OutcomeGroup[]> {
  return memory.read((sql): OutcomeGroup[] => {
    const inScope = allOf(ofScope(scope, "o.project"));
    const rows = sql.all<{
      domain: string;
      author_kind: AuthorKind;
      person: string | null;
      week: number;
      is_within: number;
      tenth: number;
      outcomes: number;
      score: number;
      confidence: number;
      squared_error: number;
    }>(
      `SELECT o.domain, m.author_kind, p.name AS person, (o.at + 3 * ${DAY_MS}) / (7 * ${DAY_MS}) AS week,
       o.at >= ? AND o.at < ? AS is_within,
       coalesce(min(9, CAST(o.stated_confidence * 10 AS INTEGER)), -1) AS tenth,
       count(*) AS outcomes, sum(o.score) AS score, sum(coalesce(o.stated_confidence, 0)) AS confidence,
       sum(coalesce((o.stated_confidence - o.score) * (o.stated_confidence - o.score), 0)) AS squared_error
     FROM outcomes o CROSS JOIN memories m ON m.id = o.decision_id LEFT JOIN people p ON p.id = m.person
     WHERE o.counts = 1 AND ${inScope.sql} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`,
      since?.getTime() ?? -FURTHEST,
      until?.getTime() ?? FURTHEST,
      ...inScope.values,
    );
    return rows.map((row) => ({
      domain: row.domain,
      author: {
        kind: row.author_kind,
        ...(row.person !== null && { person: row.person }),
      },
      week: row.week,
      isWithin: row.is_within === 1,
      ...(row.tenth >= 0 && { bin: row.tenth }),
      outcomes: row.outcomes,
      score: row.score,
      confidence: row.confidence,
      squaredError: row.squared_error,
    }));
  });
}

/** No date is further from 1970 than this many milliseconds. */
const FURTHEST = 8.64e15;
