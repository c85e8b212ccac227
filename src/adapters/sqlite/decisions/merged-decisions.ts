import type { Sql } from "../shared/connection.ts";

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
  const rows = sql.all(
    `WITH RECURSIVE ${KEPT}, below (id) AS (SELECT id FROM kept
       UNION SELECT l.to_id FROM below b CROSS JOIN links l ON l.from_id = b.id WHERE ${isMerge("l")})
     SELECT kept.id AS kept, below.id FROM kept, below ORDER BY below.id`,
    id,
  );
  const kept = (rows[0]?.["kept"] ?? id) as string;
  return { kept, duplicates: rows.map((row) => row["id"] as string).filter((one) => one !== kept) };
}

export const keptFor = (sql: Sql, id: string): string =>
  (sql.get(`WITH RECURSIVE ${KEPT} SELECT id FROM kept`, id)?.["id"] ?? id) as string;

/** What was merged into a decision, and into that. */
export function duplicatesOf(sql: Sql, kept: string): string[] {
  return sql
    .all(
      `WITH RECURSIVE ${WITH_DUPLICATES} SELECT id FROM own WHERE id <> root ORDER BY id`,
      JSON.stringify([kept]),
    )
    .map((row) => row["id"] as string);
}

/** A table `own` of the decisions in the JSON array ?1 as `root`, each with itself and its duplicates as `id`. */
export const WITH_DUPLICATES = `own (root, id) AS (SELECT value, value FROM json_each(?1)
  UNION SELECT own.root, l.to_id FROM own CROSS JOIN links l ON l.from_id = own.id WHERE ${isMerge("l")})`;
