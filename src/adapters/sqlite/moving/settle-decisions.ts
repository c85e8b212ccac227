import { settleOutcome } from "../decisions/current-outcome.ts";
import { isMerge, mergedDecisions } from "../decisions/merged-decisions.ts";
import type { Sql } from "../shared/connection.ts";
import { followOutcome } from "../skills/skill-rows.ts";

/**
 * Lets the right outcome of each decision count, and what was learned follow. Call it in the transaction in which an
 * outcome was withdrawn, or in which decisions became one or two.
 */
export function settleDecisions(sql: Sql, ids: readonly string[]): void {
  for (const id of new Set(ids)) {
    settleOutcome(sql, id);
    const { kept, duplicates } = mergedDecisions(sql, id);
    for (const one of [kept, ...duplicates]) followOutcome(sql, one);
  }
}

/** The decisions that are one with these, or were merged by these links. Call it before any of them is removed. */
export function mergedWith(
  sql: Sql,
  {
    memories = [],
    links = [],
  }: { readonly memories?: readonly string[]; readonly links?: readonly string[] },
): string[] {
  const rows = sql.all(
    `SELECT l.from_id, l.to_id FROM json_each(?1) j CROSS JOIN links l ON l.from_id = j.value WHERE ${isMerge("l")}
     UNION SELECT l.from_id, l.to_id FROM json_each(?1) j CROSS JOIN links l ON l.to_id = j.value WHERE ${isMerge("l")}
     UNION SELECT l.from_id, l.to_id FROM json_each(?2) j CROSS JOIN links l ON l.id = j.value WHERE ${isMerge("l")}`,
    JSON.stringify(memories),
    JSON.stringify(links),
  );
  const ids = new Set(rows.flatMap((row) => [row["from_id"] as string, row["to_id"] as string]));
  for (const id of memories) ids.delete(id);
  return [...ids];
}
