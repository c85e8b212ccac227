import type { ApprovedLink, RelationStore } from "../../domain/relation-store.ts";
import type { Connection } from "./connection.ts";

export function sqliteRelations(connection: Connection): RelationStore {
  return {
    approvedLinks: (decisionIds, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT id, from_id, to_id, relation, at FROM links
             WHERE seq IN (
               SELECT l.seq FROM json_each(?1) j CROSS JOIN links l ON l.from_id = j.value
               UNION SELECT l.seq FROM json_each(?1) j CROSS JOIN links l ON l.to_id = j.value
             ) AND relation IN ('refines', 'contradicts') AND state = 'active'
             ORDER BY at DESC, seq DESC LIMIT ?2`,
            JSON.stringify(decisionIds),
            limit,
          )
          .map((row) => ({
            id: row["id"] as string,
            from: row["from_id"] as string,
            to: row["to_id"] as string,
            relation: row["relation"] as ApprovedLink["relation"],
            at: new Date(row["at"] as number),
          })),
      ),
  };
}
