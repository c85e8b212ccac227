import { insightHash } from "../../../domain/continuity/insight.ts";
import { contextHash } from "../../../domain/decisions/context-hash.ts";
import { hashOfCheckpoint } from "../continuity/checkpoint-rows.ts";
import { insightOf } from "../continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import type { Row, Sql } from "../shared/connection.ts";

/** The first version of the hash without the names of people. */
const WITHOUT_PEOPLE = 2;

interface HashedMemory {
  readonly id: string;
  /** As it has to be in the other project. One that does not match its record now, because of damage, stays. */
  readonly hash: string;
  /** Whether the name of a person is part of it, so that it cannot be computed again once that is erased. */
  readonly hasName: boolean;
}

/** The hashes that memories get in another project. The project is part of what is hashed. */
export function hashesIn(sql: Sql, project: string, ids: readonly string[]): HashedMemory[] {
  return sql
    .all(
      `SELECT ${DECISION_COLUMNS}, m.type FROM memories m WHERE m.id IN (SELECT value FROM json_each(?))
         AND m.type <> 'context'`,
      JSON.stringify(ids),
    )
    .map((row) => {
      const stored = row["context_hash"] as string;
      const matches = hashOf(row) === stored;
      return {
        id: row["id"] as string,
        hash: matches ? (hashOf({ ...row, project }) ?? stored) : stored,
        hasName:
          row["type"] === "decision" &&
          row["person"] !== null &&
          decisionOf(row).hashVersion < WITHOUT_PEOPLE,
      };
    });
}

function hashOf(row: Row): string | undefined {
  if (row["type"] === "checkpoint") return hashOfCheckpoint(row);
  if (row["type"] === "insight") return insightHash(insightOf(row));
  const decision = decisionOf(row);
  return contextHash(decision, decision.hashVersion);
}
