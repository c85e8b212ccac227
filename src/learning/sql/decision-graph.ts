import type { OutcomeStatus, Relation, Standing } from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { DecisionGraph, GraphEdge, GraphNode, GraphPendingLink } from "../rules/decision-graph.ts";

/** The newest decisions, and those that are named, with everything between them. */
export function decisionGraph(
  memory: Connection,
  scope: Scope,
  limit: number,
  also: readonly string[],
): Promise<DecisionGraph> {
  return memory.read((sql) => decisionGraphIn(sql, scope, limit, also));
}

/** A fixed number of statements, however many decisions there are. */
function decisionGraphIn(sql: Sql, scope: Scope, limit: number, also: readonly string[]): DecisionGraph {
  const inScope = allOf(ofScope(scope));
  const { total } = sql.one<{ total: number }>(
    `SELECT count(*) AS total FROM memories m WHERE m.type = 'decision' AND ${inScope.sql}`,
    ...inScope.values,
  );
  const nodes = nodesOf(sql, scope, limit, also);
  const known = new Set(nodes.map(({ id }) => id));
  const between = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
    from !== to && known.has(from) && known.has(to);
  const ids = JSON.stringify([...known]);
  const links = linksFrom(sql, ids);
  return {
    nodes,
    edges: [...links.edges, ...prevented(sql, scope), ...learnedFrom(sql, ids)].filter(between),
    pending: links.pending.filter(between),
    total: total,
  };
}

const NODE_COLUMNS = "m.id, m.project, m.content, m.domain, m.standing, m.outcome, m.created_at";

function nodesOf(sql: Sql, scope: Scope, limit: number, also: readonly string[]): GraphNode[] {
  const inScope = allOf(ofScope(scope));
  const named = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all<{
    id: string;
    project: string;
    content: string;
    domain: string;
    standing: Standing;
    outcome: OutcomeStatus | null;
    created_at: number;
  }>(
    `SELECT * FROM (SELECT ${NODE_COLUMNS} FROM memories m WHERE m.type = 'decision' AND ${inScope.sql}
       ORDER BY m.created_at DESC, m.id DESC LIMIT ?)
     UNION SELECT ${NODE_COLUMNS} FROM memories m
       WHERE m.id IN (SELECT value FROM json_each(?)) AND +m.type = 'decision' AND ${named.sql}
     ORDER BY created_at, id`,
    ...inScope.values,
    limit,
    JSON.stringify(also),
    ...named.values,
  );
  return rows.map((row) => ({
    id: row.id,
    project: row.project,
    statement: row.content,
    domain: row.domain,
    standing: row.standing,
    ...(row.outcome !== null && { outcome: row.outcome }),
    createdAt: new Date(row.created_at),
  }));
}

type EndsRow = { from_id: string; to_id: string; relation: Relation };

/** A link stays inside one project, so it is enough that the decision it starts from is in scope. */
function linksFrom(
  sql: Sql,
  ids: string,
): { readonly edges: GraphEdge[]; readonly pending: GraphPendingLink[] } {
  const rows = sql.all<EndsRow & { state: string; id: string; reason: string | null }>(
    `SELECT l.id, l.from_id, l.to_id, l.relation, l.state,
       iif(l.state = 'pending', l.body ->> '$.reason', NULL) AS reason
     FROM json_each(?) own CROSS JOIN links l ON l.from_id = own.value
     WHERE l.state IN ('active', 'pending') ORDER BY l.at, l.id`,
    ids,
  );
  const ends = (row: EndsRow) => ({
    from: row.from_id,
    to: row.to_id,
    relation: row.relation,
  });
  return {
    edges: rows.filter((row) => row.state === "active").map(ends),
    pending: rows
      .filter((row) => row.state === "pending")
      .map((row) => ({
        id: row.id,
        ...ends(row),
        reason: row.reason ?? "",
      })),
  };
}

function prevented(sql: Sql, scope: Scope): GraphEdge[] {
  const inScope = allOf(ofScope(scope, "g.project"));
  const rows = sql.all<{ cited: string; decision_id: string }>(
    `SELECT DISTINCT c.value AS cited, g.decision_id FROM guidance g, json_each(g.body, '$.cited') c
     WHERE g.verdict = 'prevented' AND ${inScope.sql} ORDER BY 2, 1`,
    ...inScope.values,
  );
  return rows.map((row) => ({
    from: row.cited,
    to: row.decision_id,
    relation: "prevented",
  }));
}

/** The decisions that a proposal was based on are the evidence of the one that came of it. */
function learnedFrom(sql: Sql, ids: string): GraphEdge[] {
  const rows = sql.all<{ id: string; ref: string }>(
    `SELECT m.id, e.value ->> '$.ref' AS ref FROM json_each(?) own CROSS JOIN memories m ON m.id = own.value,
       json_each(m.body, '$.evidence') e
     WHERE instr(m.body, '"record"') > 0 AND e.value ->> '$.kind' = 'record' ORDER BY 1, 2`,
    ids,
  );
  return rows.map((row) => ({
    from: row.id,
    to: row.ref,
    relation: "learned_from",
  }));
}
