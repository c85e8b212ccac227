import {
  DECISION_COLUMNS,
  type Decision,
  type DecisionRow,
  decisionOf,
  keptFor,
  WITH_DUPLICATES,
} from "../../decisions/index.ts";
import type { Page } from "../../shared/page.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { NewReport, ReadSoFar, Report, ReportKind, ReportSource } from "../rules/report.ts";

/** Leaves out what is known, and what is about no decision of its project. Returns the new ones, in order. */
export function addReports(memory: Connection, reports: readonly NewReport[]): Promise<readonly Report[]> {
  return memory.write((sql) => reports.filter((report) => addReport(sql, report)));
}

/**
 * By decision id, each with what is said of its duplicates, oldest first: by time, then in the order of coming. Every
 * id has an entry.
 */
export function reportsOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Report[]>> {
  return memory.read((sql) => reportsOfIn(sql, scope, decisionIds));
}

/** What is said by one of these commits, given whole, or of one of these pull requests. Oldest first. */
export function reportsNaming(
  memory: Connection,
  scope: Scope,
  { commits = [], prs = [] }: { readonly commits?: readonly string[]; readonly prs?: readonly number[] },
): Promise<readonly Report[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+project"));
    return sql
      .all<ReportRow>(
        `SELECT * FROM reports WHERE (commit_id IN (SELECT value FROM json_each(?))
               OR pr IN (SELECT value FROM json_each(?))) AND ${inScope.sql} ORDER BY at, seq`,
        JSON.stringify(commits),
        JSON.stringify(prs),
        ...inScope.values,
      )
      .map(reportOf);
  });
}

/** Active decisions without an outcome of which something is said that nobody dismissed. Longest waiting first. */
export function decisionsWithReports(
  memory: Connection,
  scope: Scope,
  limit: number,
): Promise<Page<Decision>> {
  return memory.read((sql) => {
    const from = `FROM memories m WHERE m.id IN (SELECT value FROM json_each(?)) AND m.type = 'decision'
          AND m.standing = 'active' AND m.outcome IS NULL`;
    const ids = JSON.stringify(decisionsReportedOn(sql, scope));
    const rows = sql.all<DecisionRow>(
      `SELECT ${DECISION_COLUMNS} ${from} ORDER BY m.created_at, m.id LIMIT ?`,
      ids,
      limit,
    );
    const counted = sql.one<{ n: number }>(`SELECT count(*) AS n ${from}`, ids);
    return { items: rows.map(decisionOf), total: counted.n };
  });
}

/** Dismisses everything that is said of a decision so far, and returns how much that was. */
export function dismissReports(
  memory: Connection,
  scope: Scope,
  decisionId: string,
  at: Date,
): Promise<number> {
  return memory.write((sql) => {
    const open = [...(reportsOfIn(sql, scope, [decisionId]).get(decisionId) ?? [])].filter(
      ({ dismissedAt }) => dismissedAt === undefined,
    );
    for (const { decision, kind, key } of open)
      sql.run(
        "UPDATE reports SET dismissed_at = ? WHERE decision = ? AND kind = ? AND key = ?",
        at.getTime(),
        decision,
        kind,
        key,
      );
    return open.length;
  });
}

export function howFarRead(memory: Connection, project: string): Promise<ReadSoFar | undefined> {
  return memory.read((sql) => {
    const row = sql.get<{ commit_id: string; at: number }>(
      "SELECT commit_id, at FROM repository_reads WHERE project = ?",
      project,
    );
    return row && { commit: row.commit_id, at: new Date(row.at) };
  });
}

export function noteRead(memory: Connection, project: string, { commit, at }: ReadSoFar): Promise<void> {
  return memory.write((sql) =>
    sql.run(
      `INSERT INTO repository_reads (project, commit_id, at) VALUES (?1, ?2, ?3)
           ON CONFLICT DO UPDATE SET commit_id = ?2, at = ?3`,
      project,
      commit,
      at.getTime(),
    ),
  );
}

/** What is said of a duplicate is said of the decision that was kept for it. */
function decisionsReportedOn(sql: Sql, scope: Scope): string[] {
  const inScope = allOf(ofScope(scope, "r.project"));
  const rows = sql.all<{ decision: string; standing: string }>(
    `SELECT DISTINCT r.decision, m.standing FROM reports r JOIN memories m ON m.id = r.decision
     WHERE r.dismissed_at IS NULL AND ${inScope.sql}`,
    ...inScope.values,
  );
  return rows.map(({ decision, standing }) => (standing === "active" ? decision : keptFor(sql, decision)));
}

/** False if it is known, or about no decision of its project. Call it in the transaction of the write. */
export function addReport(sql: Sql, report: NewReport): boolean {
  const { project, decision, kind, key, at, source, commit, pr, ...body } = report;
  return (
    sql.get(
      `INSERT INTO reports (project, decision, kind, key, at, source, commit_id, pr, body)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
       WHERE EXISTS (SELECT 1 FROM memories WHERE id = ?2 AND project = ?1 AND type = 'decision')
       ON CONFLICT DO NOTHING RETURNING seq`,
      project,
      decision,
      kind,
      key,
      at.getTime(),
      source,
      commit ?? null,
      pr ?? null,
      JSON.stringify(body),
    ) !== undefined
  );
}

function reportsOfIn(
  sql: Sql,
  scope: Scope,
  decisionIds: readonly string[],
): ReadonlyMap<string, readonly Report[]> {
  const reports = new Map(decisionIds.map((id) => [id, [] as Report[]]));
  const rows = sql.all<ReportRow & { root: string }>(
    `WITH RECURSIVE ${WITH_DUPLICATES}
     SELECT r.*, own.root FROM own CROSS JOIN reports r ON r.decision = own.id
     WHERE ?2 = '${ALL_PROJECTS}' OR +r.project = ?2 ORDER BY r.at, r.seq`,
    JSON.stringify([...reports.keys()]),
    scope,
  );
  for (const row of rows) reports.get(row.root)?.push(reportOf(row));
  return reports;
}

/** What stands in `body`. */
type Rest = Pick<NewReport, "of" | "title" | "address" | "passed" | "by" | "part" | "files">;

type ReportRow = {
  project: string;
  decision: string;
  kind: ReportKind;
  key: string;
  at: number;
  source: ReportSource;
  body: string;
  dismissed_at: number | null;
  commit_id: string | null;
  pr: number | null;
};

function reportOf(row: ReportRow): Report {
  const dismissed = row.dismissed_at ?? undefined;
  const commit = row.commit_id ?? undefined;
  const pr = row.pr ?? undefined;
  return {
    project: row.project,
    decision: row.decision,
    kind: row.kind,
    key: row.key,
    at: new Date(row.at),
    source: row.source,
    ...(commit !== undefined && { commit }),
    ...(pr !== undefined && { pr }),
    ...(JSON.parse(row.body) as Rest),
    ...(dismissed !== undefined && { dismissedAt: new Date(dismissed) }),
  };
}

/** Called when a project is forgotten; what is said of its decisions goes with them. */
export const forgetReads = (sql: Sql, project: string): void =>
  sql.run("DELETE FROM repository_reads WHERE project = ?", project);

/** Called when a project moves as a whole. */
export const moveReads = (sql: Sql, from: string, to: string): void =>
  sql.run("UPDATE OR REPLACE repository_reads SET project = ? WHERE project = ?", to, from);
