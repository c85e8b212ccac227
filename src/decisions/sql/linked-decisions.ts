/** Decisions as their links join them: those that count as one since they were merged, and what depends on what. */

import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { assumptionsOf } from "../rules/assumption.ts";
import { type Dependence, type Foundation, falseIn } from "../rules/check-again.ts";
import type { Progress, Standing } from "../rules/decision.ts";
import { type OutcomeStatus, worked } from "../rules/outcome.ts";

/** Whether the link `l` says that its two decisions are one. The words are those of the index. */
export const isMerge = (l: string): string =>
  `${l}.state = 'active' AND json_extract(${l}.body, '$.merge') IS NOT NULL`;

/** Decisions that count as one: the one that was kept, and its duplicates, with theirs. */
export interface MergedDecisions {
  readonly kept: string;
  readonly duplicates: readonly string[];
}

/**
 * The table `kept` of the decision that ?1 was merged into, at last; ?1 itself if it was not. Two machines may have merged
 * it into different ones, or into each other: then the first id is taken, on every machine the same.
 */
const KEPT = `above (id) AS (SELECT ?1
    UNION SELECT l.from_id FROM above a CROSS JOIN links l ON l.to_id = a.id WHERE ${isMerge("l")}),
  kept (id) AS (SELECT id FROM above
    ORDER BY EXISTS (SELECT 1 FROM links l WHERE l.to_id = above.id AND ${isMerge("l")}), id LIMIT 1)`;

export function mergedDecisions(sql: Sql, id: string): MergedDecisions {
  const rows = sql.all<{ kept: string; id: string }>(
    `WITH RECURSIVE ${KEPT}, below (id) AS (SELECT id FROM kept
       UNION SELECT l.to_id FROM below b CROSS JOIN links l ON l.from_id = b.id WHERE ${isMerge("l")})
     SELECT kept.id AS kept, below.id FROM kept, below ORDER BY below.id`,
    id,
  );
  const kept = (rows[0]?.kept ?? id) as string;
  return { kept, duplicates: rows.map((row) => row.id).filter((one) => one !== kept) };
}

export const keptFor = (sql: Sql, id: string): string =>
  sql.value<string | undefined>(`WITH RECURSIVE ${KEPT} SELECT id FROM kept`, id) ?? id;

/** The decisions that were merged into a decision, and into those. */
export function duplicatesOfIn(sql: Sql, kept: string): string[] {
  return sql.column<string>(
    `WITH RECURSIVE ${WITH_DUPLICATES} SELECT id FROM own WHERE id <> root ORDER BY id`,
    JSON.stringify([kept]),
  );
}

/** A table `own` of the decisions in the JSON array ?1 as `root`, each with itself and its duplicates as `id`. */
export const WITH_DUPLICATES = `own (root, id) AS (SELECT value, value FROM json_each(?1)
  UNION SELECT own.root, l.to_id FROM own CROSS JOIN links l ON l.from_id = own.id WHERE ${isMerge("l")})`;

/** More than rests on each other in any project, so that no link from elsewhere makes a read long. */
const MOST_REACHED = 5_000;

/** Nobody confirmed links that a machine made. */
const IN_FORCE = "l.relation = 'depends_on' AND l.state = 'active' AND l.origin <> 'auto'";

/**
 * What these decisions depend on, over however many others, by links in force that are not auto links. It stops at 5,000
 * decisions, the nearest first.
 */
export function dependencesOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
): Promise<readonly Dependence[]> {
  return memory.read((sql) => dependencesOfIn(sql, scope, decisionIds));
}

/** Without such links it is two steps in an index for each decision. */
export function dependencesOfIn(sql: Sql, scope: Scope, decisionIds: readonly string[]): Dependence[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all<FoundationRow & { dependent: string }>(
    `WITH RECURSIVE reached (id) AS (
       SELECT value FROM json_each(?1)
       UNION SELECT l.to_id FROM reached r CROSS JOIN links l ON l.from_id = r.id WHERE ${IN_FORCE}
       UNION SELECT l.from_id FROM reached r CROSS JOIN links l ON l.to_id = r.id WHERE ${isMerge("l")}
       LIMIT ${MOST_REACHED}),
     resting (id, on_id) AS (
       SELECT l.from_id, l.to_id FROM reached r CROSS JOIN links l ON l.from_id = r.id WHERE ${IN_FORCE}
       UNION SELECT l.to_id, l.from_id FROM reached r CROSS JOIN links l ON l.to_id = r.id WHERE ${isMerge("l")})
     SELECT resting.id AS dependent, m.id, m.standing, m.progress, m.outcome, m.outcome_score,
       m.body ->> '$.assumptions' AS assumptions, m.body ->> '$.assumption_states' AS judgements,
       (SELECT json_group_array(from_id) FROM links WHERE to_id = m.id AND relation = 'supersedes') AS replaced_by,
       EXISTS (SELECT 1 FROM links l WHERE l.to_id = m.id AND ${isMerge("l")}) AS merged
     FROM resting CROSS JOIN memories m ON m.id = resting.on_id WHERE ${inScope.sql} ORDER BY resting.id, m.id`,
    JSON.stringify(decisionIds),
    ...inScope.values,
  );
  return rows.map((row) => ({ from: row.dependent, on: foundationOf(row) }));
}

type FoundationRow = {
  id: string;
  outcome: OutcomeStatus | null;
  outcome_score: number;
  standing: Standing;
  progress: Progress;
  merged: number;
  assumptions: string | null;
  judgements: string | null;
  replaced_by: string | null;
};

function foundationOf(row: FoundationRow): Foundation {
  const id = row.id;
  const listIn = (column: "assumptions" | "judgements" | "replaced_by") => JSON.parse(row[column] ?? "[]");
  return {
    id,
    standing: row.standing,
    failed:
      row.outcome === null
        ? row.progress === "failed"
        : !worked({ status: row.outcome, score: row.outcome_score }),
    replacedBy: listIn("replaced_by"),
    falseAssumptions: falseIn(assumptionsOf(id, listIn("assumptions"), listIn("judgements"))),
    merged: row.merged === 1,
  };
}
