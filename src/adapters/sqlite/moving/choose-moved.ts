import type { MovedProject, ProjectCounts } from "../../../domain/moving/project-store.ts";
import type { Row, Sql } from "../shared/connection.ts";
import type { Moved } from "./project-moved.ts";

/** Everything of a project. */
export function wholeProject(sql: Sql, from: string, to: string): Moved {
  const idsIn = (table: string, column = "id", where = "TRUE"): string[] =>
    sql
      .all(`SELECT ${column} FROM ${table} WHERE project = ? AND ${where} ORDER BY ${column}`, from)
      .map((row) => row[column] as string);
  const known = sql.all("SELECT digest FROM erased_sources WHERE project = ?", to);
  const erasedThere = new Set(known.map(({ digest }) => digest));
  return {
    from,
    to,
    whole: true,
    memories: idsIn("memories", "id", "type <> 'context'"),
    proposals: idsIn("proposals"),
    erasures: idsIn("erased_sources", "digest").filter((digest) => !erasedThere.has(digest)),
    local: {
      contexts: idsIn("memories", "id", "type = 'context'"),
      guidance: idsIn("guidance"),
      imports: idsIn("imports"),
      cleanups: idsIn("link_cleanups"),
      keys: idsIn("access_keys"),
      observations: idsIn("observations", "seq") as unknown as number[],
    },
    undoes: null,
  };
}

/** Some memories of a project, with what belongs to them alone. */
export function someOfProject(sql: Sql, from: string, to: string, memories: readonly string[]): Moved {
  const ids = JSON.stringify(memories);
  const idsOf = (statement: string): string[] => sql.all(statement, ids, from).map(({ id }) => id as string);
  const moving = "(SELECT value FROM json_each(?1))";
  return {
    from,
    to,
    whole: false,
    memories,
    proposals: idsOf(
      `SELECT id FROM proposals p WHERE project = ?2 AND (target IN ${moving}
         OR (EXISTS (SELECT 1 FROM memories m WHERE m.project = ?2 AND m.topic = p.target AND m.id IN ${moving})
           AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.project = ?2 AND m.topic = p.target AND m.id NOT IN ${moving})))
       ORDER BY id`,
    ),
    erasures: [],
    local: {
      contexts: [],
      guidance: idsOf(`SELECT id FROM guidance WHERE project = ?2 AND decision_id IN ${moving} ORDER BY id`),
      imports: idsOf(
        `SELECT r.id FROM imports r WHERE r.project = ?2
           AND EXISTS (SELECT 1 FROM import_items i WHERE i.run = r.id AND i.record = 'memory')
           AND NOT EXISTS (SELECT 1 FROM import_items i WHERE i.run = r.id AND i.record = 'memory' AND i.id NOT IN ${moving})
         ORDER BY r.id`,
      ),
      cleanups: [],
      keys: [],
      observations: [],
    },
    undoes: null,
  };
}

export function countsIn(sql: Sql, project: string): ProjectCounts {
  return countsOf(
    sql.get(`SELECT ${COUNTS} FROM memories WHERE project = ? AND type <> 'context'`, project) as Row,
  );
}

/** What a move would take along. */
export function describeMove(sql: Sql, { from, to, memories, proposals, local }: Moved): MovedProject {
  const ids = JSON.stringify(memories);
  const moving = "(SELECT value FROM json_each(?))";
  const row = sql.get(
    `SELECT ${COUNTS}, (SELECT count(*) FROM links WHERE from_id IN ${moving} AND to_id IN ${moving}) AS links
     FROM memories WHERE id IN ${moving}`,
    ids,
    ids,
    ids,
  ) as Row;
  return {
    from,
    to,
    ...countsOf(row),
    links: row["links"] as number,
    proposals: proposals.length,
    keys: local.keys,
    there: countsIn(sql, to),
  };
}

const COUNTS =
  "count(*) FILTER (WHERE type = 'decision') AS decisions, count(*) FILTER (WHERE type <> 'decision') AS others";

export const countsOf = (row: Row): ProjectCounts => ({
  decisions: row["decisions"] as number,
  others: row["others"] as number,
});
