import type { Decision } from "../../../domain/decisions/decision.ts";
import {
  GUIDANCE_KEPT_MS,
  GUIDANCE_WINDOW_MS,
  type Guidance,
  type GuidanceResult,
  MOST_GUIDANCE,
  type Verdict,
} from "../../../domain/guidance/guidance.ts";
import type { GuidanceStore } from "../../../domain/guidance/guidance-store.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { rowBody } from "../shared/row-body.ts";

const SCHEMA_VERSION = 1;

export function sqliteGuidance(connection: Connection): GuidanceStore {
  return {
    openGuidance: (project, { since, sessionId }, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT * FROM guidance WHERE project = ?1 AND verdict IS NULL AND (at >= ?2 OR session = ?3)
             ORDER BY at DESC, id DESC LIMIT ?4`,
            project,
            since.getTime(),
            sessionId ?? null,
            limit,
          )
          .map(guidanceOf),
      ),

    settleGuidance: (project, id, result) =>
      connection.write((sql) => {
        const row = sql.get(
          `SELECT g.* FROM guidance g JOIN memories m ON m.id = ?3 AND m.project = g.project
           WHERE g.project = ?1 AND g.id = ?2 AND g.verdict IS NULL`,
          project,
          id,
          result.decisionId,
        );
        if (!row) return false;
        const settled: Guidance = { ...guidanceOf(row), result };
        sql.run(
          "UPDATE guidance SET verdict = ?, decision_id = ?, settled_at = ?, body = ? WHERE id = ?",
          result.verdict,
          result.decisionId,
          result.at.getTime(),
          bodyOf(settled),
          id,
        );
        return true;
      }),

    preventedBy: (scope, decisionId) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "g.project"));
        const rows = sql.all(
          `SELECT * FROM guidance g WHERE verdict = 'prevented'
             AND (decision_id = ?1 OR EXISTS (SELECT 1 FROM json_each(g.body, '$.cited') WHERE value = ?1))
             AND ${inScope.sql} ORDER BY at DESC, id DESC`,
          decisionId,
          ...inScope.values,
        );
        const [latest] = rows;
        return { count: rows.length, latest: latest && guidanceOf(latest) };
      }),
  };
}

/** Call it in the transaction of the observations. */
export function addGuidance(sql: Sql, given: readonly Guidance[]): void {
  for (const guidance of given) {
    const earlier = openWithStatement(sql, guidance);
    if (earlier)
      sql.run("UPDATE guidance SET body = ? WHERE id = ?", bodyOf(merge(earlier, guidance)), earlier.id);
    else insert(sql, guidance);
  }
  const latest = new Map(given.map(({ project, at }) => [project, at]));
  for (const [project, now] of latest) forgetOld(sql, project, now);
}

function openWithStatement(sql: Sql, { project, statement, at }: Guidance): Guidance | undefined {
  const row = sql.get(
    `SELECT * FROM guidance WHERE project = ? AND at >= ? AND statement = ? AND verdict IS NULL
     ORDER BY at DESC, id DESC LIMIT 1`,
    project,
    at.getTime() - GUIDANCE_WINDOW_MS,
    statement,
  );
  return row && guidanceOf(row);
}

/** For a repeated question: a later decision is compared with the confidence that was stated first. */
function merge(earlier: Guidance, again: Guidance): Guidance {
  return {
    ...again,
    id: earlier.id,
    at: earlier.at,
    sessionId: earlier.sessionId,
    confidence: earlier.confidence ?? again.confidence,
    cited: [...new Set([...earlier.cited, ...again.cited])],
  };
}

function insert(sql: Sql, guidance: Guidance): void {
  sql.run(
    "INSERT INTO guidance (id, project, at, session, statement, body) VALUES (?, ?, ?, ?, ?, ?)",
    guidance.id,
    guidance.project,
    guidance.at.getTime(),
    guidance.sessionId ?? null,
    guidance.statement,
    bodyOf(guidance),
  );
}

function forgetOld(sql: Sql, project: string, now: Date): void {
  forget(
    sql,
    `project = ?1 AND (at < ?2 OR (at, id) <=
       (SELECT at, id FROM guidance WHERE project = ?1 ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?3))`,
    [project, now.getTime() - GUIDANCE_KEPT_MS, MOST_GUIDANCE],
  );
}

/** Called when a decision is erased: guidance may contain its statement, because somebody asked about it before. */
export function forgetGuidance(
  sql: Sql,
  { id, project, statement }: Pick<Decision, "id" | "project" | "statement">,
): void {
  forget(sql, "project = ?1 AND (decision_id = ?2 OR statement = ?3)", [project, id, statement]);
}

/** Also the salts of its rows in the audit log, which 0.1.0 wrote. */
function forget(sql: Sql, condition: string, values: readonly SqlValue[]): void {
  for (const { id = null } of sql.all(`SELECT id FROM guidance WHERE ${condition}`, ...values)) {
    sql.run("UPDATE audit SET salt = NULL WHERE subject = ?", id);
    sql.run("DELETE FROM guidance WHERE id = ?", id);
  }
}

type Body = Pick<
  Guidance,
  "alternatives" | "domain" | "confidence" | "firewallStatus" | "warnings" | "cited"
> &
  Pick<GuidanceResult, "because">;

function bodyOf({
  alternatives,
  domain,
  confidence,
  firewallStatus,
  warnings,
  cited,
  result,
}: Guidance): string {
  return JSON.stringify({
    schema_version: SCHEMA_VERSION,
    alternatives,
    domain,
    confidence,
    firewallStatus,
    warnings,
    cited,
    because: result?.because,
  } satisfies Body & { schema_version: number });
}

function guidanceOf(row: Row): Guidance {
  const { because, ...kept } = rowBody<Body>(row);
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    at: new Date(row["at"] as number),
    sessionId: (row["session"] as Screened | null) ?? undefined,
    statement: row["statement"] as Screened,
    ...kept,
    result:
      row["verdict"] === null
        ? undefined
        : {
            verdict: row["verdict"] as Verdict,
            because,
            decisionId: row["decision_id"] as string,
            at: new Date(row["settled_at"] as number),
          },
  };
}
