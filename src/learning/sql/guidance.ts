/** Stores guidance, settles it by the decision that followed, and forgets it in time. */

import type { Decision } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Erased } from "../../shared/erasure.ts";
import { Fault } from "../../shared/errors.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { erase } from "../../store/file/erasure.ts";
import { type ErasedWords, takeOutWords } from "../../store/file/every-text.ts";
import { type BodyRow, rowBody } from "../../store/file/memory-row.ts";
import { logWrite } from "../../store/log/change.ts";
import {
  type ErasedGuidance,
  GUIDANCE_KEPT_MS,
  GUIDANCE_WINDOW_MS,
  type Guidance,
  type GuidanceResult,
  MOST_GUIDANCE,
  type Verdict,
} from "../rules/guidance.ts";
import type { WarningTotals } from "../rules/warning.ts";

/** The name of all guidance of a project in the audit log. */
const ALL_GUIDANCE = "all";

/** Guidance without a result, given since `since` or in the session. Newest first. */
export function openGuidance(
  memory: Connection,
  project: string,
  { since, sessionId }: { readonly since: Date; readonly sessionId?: Screened | undefined },
  limit: number,
): Promise<readonly Guidance[]> {
  return memory.read((sql) =>
    sql
      .all<GuidanceRow>(
        `SELECT * FROM guidance WHERE project = ?1 AND verdict IS NULL AND (at >= ?2 OR session = ?3)
             ORDER BY at DESC, id DESC LIMIT ?4`,
        project,
        since.getTime(),
        sessionId ?? null,
        limit,
      )
      .map(guidanceOf),
  );
}

/** Returns false and writes nothing if it has a result, or if it or the decision is no longer in the project. */
export function settleGuidance(
  memory: Connection,
  project: string,
  id: string,
  result: GuidanceResult,
): Promise<boolean> {
  return memory.write((sql) => {
    const row = sql.get<GuidanceRow>(
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
  });
}

/** Guidance with the verdict `prevented` that cited this decision or was settled by it: how often, and the latest. */
export function preventedBy(
  memory: Connection,
  scope: Scope,
  decisionId: string,
): Promise<{ count: number; latest?: Guidance | undefined }> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "g.project"));
    const rows = sql.all<GuidanceRow>(
      `SELECT * FROM guidance g WHERE verdict = 'prevented'
             AND (decision_id = ?1 OR EXISTS (SELECT 1 FROM json_each(g.body, '$.cited') WHERE value = ?1))
             AND ${inScope.sql} ORDER BY at DESC, id DESC`,
      decisionId,
      ...inScope.values,
    );
    const [latest] = rows;
    return { count: rows.length, latest: latest && guidanceOf(latest) };
  });
}

/** Counts what was given since `since`. */
export function warningTotals(memory: Connection, scope: Scope, since: Date): Promise<WarningTotals> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "g.project"));
    const lessConfident = "json_extract(g.body, '$.because') IS 'confidence'";
    const counted = (condition: string, name: string): string =>
      `count(*) FILTER (WHERE ${condition}) AS ${name}`;
    return sql.get(
      `SELECT count(*) AS warned,
             ${counted(`verdict = 'prevented' AND NOT ${lessConfident}`, "otherChoice")},
             ${counted(`verdict = 'prevented' AND ${lessConfident}`, "lessConfidence")},
             ${counted("verdict = 'kept' AND m.outcome_score >= 0.5", "workedOut")},
             ${counted("verdict = 'kept' AND m.outcome_score < 0.5", "wentWrong")},
             ${counted("verdict = 'kept' AND m.outcome_score IS NULL", "noOutcomeYet")}
           FROM guidance g LEFT JOIN memories m ON m.id = g.decision_id
           WHERE g.at >= ? AND json_extract(g.body, '$.firewallStatus') IN ('caution', 'block') AND ${inScope.sql}`,
      since.getTime(),
      ...inScope.values,
    ) as unknown as WarningTotals;
  });
}

/** With and without a result, newest first. */
export function readGuidance(
  memory: Connection,
  scope: Scope,
  limit: number,
): Promise<{ readonly items: readonly Guidance[]; readonly total: number }> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const rows = sql.all<GuidanceRow>(
      `SELECT * FROM guidance WHERE ${inScope.sql} ORDER BY at DESC, id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    );
    const total = sql.value<number>(`SELECT count(*) FROM guidance WHERE ${inScope.sql}`, ...inScope.values);
    return { items: rows.map(guidanceOf), total };
  });
}

/** Removes its text for good and leaves an audit row. @throws Fault `not_found`. */
export function eraseGuidance(memory: Connection, scope: Scope, id: string, act: Act): Promise<Erased> {
  return erase(memory, (sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const found = sql.get<{ project: string }>(
      `SELECT project FROM guidance WHERE id = ? AND ${inScope.sql}`,
      id,
      ...inScope.values,
    );
    if (!found) throw guidanceNotFound(id);
    const project = found.project;
    forget(sql, "id = ?", [id]);
    logWrite(sql, act, "guidance.erased", { kind: "guidance", id, project }, { records: 1 });
    return { id, project };
  });
}

/** The same for all guidance of a project, with one audit row. */
export function removeAllGuidance(memory: Connection, project: string, act: Act): Promise<ErasedGuidance> {
  return erase(memory, (sql) => {
    const records = forget(sql, "project = ?", [project]);
    const subject = { kind: "guidance", id: ALL_GUIDANCE, project } as const;
    if (records > 0) logWrite(sql, act, "guidance.erased", subject, { records });
    return { project, records };
  });
}

/** Deletes what is older than `GUIDANCE_KEPT_MS` in every project, and returns how much it was. */
export async function expireGuidance(memory: Connection, now: Date): Promise<number> {
  if (memory.readOnlyBecause !== undefined) return 0;
  const before = now.getTime() - GUIDANCE_KEPT_MS;
  // Most starts find nothing, and then need no lock.
  const some = await memory.read((sql) => sql.get("SELECT 1 FROM guidance WHERE at < ? LIMIT 1", before));
  return some ? memory.write((sql) => forget(sql, "at < ?", [before])) : 0;
}

/** Call it in the transaction of the observations. */
export function addGuidance(sql: Sql, given: readonly Guidance[]): void {
  for (const guidance of given) {
    const earlier = openWithStatement(sql, guidance);
    if (earlier)
      sql.run("UPDATE guidance SET body = ? WHERE id = ?", bodyOf(merge(earlier, guidance)), earlier.id);
    else insert(sql, guidance);
  }
  const last = Math.max(...given.map(({ at }) => at.getTime()));
  for (const project of new Set(given.map((one) => one.project))) forgetOld(sql, project, last);
}

function openWithStatement(sql: Sql, { project, statement, at }: Guidance): Guidance | undefined {
  const row = sql.get<GuidanceRow>(
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

/** Deletes guidance that is too old in any project, and that is too much in this one. */
function forgetOld(sql: Sql, project: string, now: number): void {
  forget(
    sql,
    `at < ?2 OR (project = ?1 AND (at, id) <=
       (SELECT at, id FROM guidance WHERE project = ?1 ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?3))`,
    [project, now - GUIDANCE_KEPT_MS, MOST_GUIDANCE],
  );
}

/**
 * Called when a decision is erased: guidance may contain its statement, because somebody asked about it before, and says
 * what was told of it.
 */
export function forgetGuidance(
  sql: Sql,
  { id, project, statement }: Pick<Decision, "id" | "project" | "statement">,
): void {
  forget(sql, `(project = ?1 AND statement = ?3) OR decision_id = ?2 OR ${cites("?2")}`, [
    project,
    id,
    statement,
  ]);
}

const cites = (id: string): string =>
  `EXISTS (SELECT 1 FROM json_each(guidance.body, '$.cited') c WHERE c.value = ${id})`;

/** The same for what has words of it. */
export function forgetGuidanceWith(sql: Sql, project: string, erased: ErasedWords): void {
  const rows = { table: "guidance", project, columns: ["statement", "body"], needed: ["statement"] };
  forget(sql, "seq IN (SELECT value FROM json_each(?))", [JSON.stringify(takeOutWords(sql, rows, erased))]);
}

/** Also the salts of its rows in the audit log, which 0.1.0 wrote. Returns how much guidance it was. */
function forget(sql: Sql, condition: string, values: readonly SqlValue[]): number {
  const rows = sql.all<{ id: string }>(`SELECT id FROM guidance WHERE ${condition}`, ...values);
  for (const { id = null } of rows) {
    sql.run("UPDATE audit SET salt = NULL WHERE subject = ?", id);
    sql.run("DELETE FROM guidance WHERE id = ?", id);
  }
  return rows.length;
}

function guidanceNotFound(id: string): Fault {
  return new Fault("not_found", `There is no guidance ${id} in this project.`, {
    field: "ref",
    received: id,
    reason: "guidance_not_found",
    hint: "Nothing was changed. It may have expired.",
    remedies: [{ remedy: "list-guidance" }],
  });
}

const SCHEMA_VERSION = 1;

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

export type GuidanceRow = BodyRow & {
  id: string;
  project: string;
  at: number;
  session: Screened | null;
  statement: Screened;
  verdict: Verdict | null;
  decision_id: string;
  settled_at: number;
};

export function guidanceOf(row: GuidanceRow): Guidance {
  const { because, ...kept } = rowBody<Body>(row);
  return {
    id: row.id,
    project: row.project,
    at: new Date(row.at),
    sessionId: row.session ?? undefined,
    statement: row.statement,
    ...kept,
    result:
      row.verdict === null
        ? undefined
        : {
            verdict: row.verdict,
            because,
            decisionId: row.decision_id,
            at: new Date(row.settled_at),
          },
  };
}
