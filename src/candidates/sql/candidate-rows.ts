import type { Decision } from "../../decisions/index.ts";
import type { Erased } from "../../shared/erasure.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { erase } from "../../store/file/erasure.ts";
import { type ErasedWords, takeOutWords } from "../../store/file/every-text.ts";
import {
  type Candidate,
  type CheckpointDraft,
  candidateDigest,
  candidateNotFound,
  type DecisionCandidate,
} from "../rules/candidate.ts";

/** Leaves out what is waiting already, in the same words. Returns how many were added. */
export function addCandidates(memory: Connection, candidates: readonly DecisionCandidate[]): Promise<number> {
  return memory.write((sql) => candidates.filter((one) => !isWaiting(sql, one) && insert(sql, one)).length);
}

/**
 * In place of the one that the session has. It is not kept if something was erased in the project since the session
 * began: its agent may repeat that, and the next session would be told.
 */
export function saveCheckpointDraft(memory: Connection, draft: CheckpointDraft): Promise<void> {
  return memory.write((sql) => {
    sql.run(
      "DELETE FROM candidates WHERE kind = 'checkpoint' AND client = ? AND session = ?",
      draft.client,
      draft.session,
    );
    if (!mayRepeatErased(sql, draft)) insert(sql, draft);
  });
}

/** The newest of a project that is later than the given time. */
export function latestCheckpointDraft(
  memory: Connection,
  project: string,
  after: Date | undefined,
): Promise<CheckpointDraft | undefined> {
  return memory.read((sql) => {
    const row = sql.get<CandidateRow>(
      `SELECT * FROM candidates WHERE project = ? AND kind = 'checkpoint' AND at > ?
           ORDER BY at DESC, seq DESC LIMIT 1`,
      project,
      after?.getTime() ?? 0,
    );
    return row && (candidateOf(row) as CheckpointDraft);
  });
}

/** Oldest first. */
export function openCandidates(
  memory: Connection,
  scope: Scope,
  limit: number,
): Promise<{ readonly items: readonly Candidate[]; readonly total: number }> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const rows = sql.all<CandidateRow>(
      `SELECT * FROM candidates WHERE ${inScope.sql} ORDER BY at, seq LIMIT ?`,
      ...inScope.values,
      limit,
    );
    const total = sql.value<number>(
      `SELECT count(*) FROM candidates WHERE ${inScope.sql}`,
      ...inScope.values,
    );
    return { items: rows.map(candidateOf), total };
  });
}

export function findCandidate(memory: Connection, scope: Scope, id: string): Promise<Candidate | undefined> {
  return memory.read((sql) => {
    const row = find(sql, scope, id);
    return row && candidateOf(row);
  });
}

/** Which of these digests are of candidates that were accepted or rejected; see `candidateDigest`. */
export function settledAmong(
  memory: Connection,
  project: string,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  return memory.read((sql) => {
    const rows = sql.all<{ digest: string }>(
      `SELECT digest FROM settled_candidates WHERE project = ? AND digest IN (SELECT value FROM json_each(?))`,
      project,
      JSON.stringify(digests),
    );
    return new Set(rows.map(({ digest }) => digest));
  });
}

/** Removes a candidate that was accepted or rejected, and keeps its digest. False if it was gone already. */
export function settleCandidate(memory: Connection, scope: Scope, id: string, at: Date): Promise<boolean> {
  return memory.write((sql) => {
    const row = find(sql, scope, id);
    if (!row) return false;
    sql.run("DELETE FROM candidates WHERE id = ?", id);
    const candidate = candidateOf(row);
    if (candidate.kind === "decision") noteSettled(sql, candidate, at);
    return true;
  });
}

/** The same, and removes its text from the disk. @throws Fault `not_found`. */
export function eraseCandidate(memory: Connection, scope: Scope, id: string): Promise<Erased> {
  return erase(memory, (sql) => {
    const row = find(sql, scope, id);
    if (!row) throw candidateNotFound(id, scope);
    sql.run("DELETE FROM candidates WHERE id = ?", id);
    return { id, project: row["project"] as string };
  });
}

function find(sql: Sql, scope: Scope, id: string): CandidateRow | undefined {
  const inScope = allOf(ofScope(scope, "+project"));
  return sql.get(`SELECT * FROM candidates WHERE id = ? AND ${inScope.sql}`, id, ...inScope.values);
}

const isWaiting = (sql: Sql, { project, quote }: DecisionCandidate): boolean =>
  sql.get(
    "SELECT 1 FROM candidates WHERE project = ? AND kind = 'decision' AND json_extract(body, '$.quote') = ?",
    project,
    quote,
  ) !== undefined;

function noteSettled(sql: Sql, { project, quote }: DecisionCandidate, at: Date): void {
  sql.run(
    "INSERT INTO settled_candidates (project, digest, at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET at = ?3",
    project,
    candidateDigest(quote),
    at.getTime(),
  );
}

function insert(sql: Sql, candidate: Candidate): true {
  const { id, kind, project, client, session, at, ...body } = candidate;
  // What waits, also again, is not settled.
  if (candidate.kind === "decision") forgetSettled(sql, project, [candidate.quote]);
  sql.run(
    "INSERT INTO candidates (id, kind, project, client, session, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
    id,
    kind,
    project,
    client,
    session,
    at.getTime(),
    JSON.stringify(body),
  );
  return true;
}

const forgetSettled = (sql: Sql, project: string, quotes: readonly string[]): void =>
  sql.run(
    "DELETE FROM settled_candidates WHERE project = ? AND digest IN (SELECT value FROM json_each(?))",
    project,
    JSON.stringify(quotes.map(candidateDigest)),
  );

type CandidateRow = {
  body: string;
  id: string;
  kind: string;
  project: string;
  client: string | null;
  session: string | null;
  at: number;
};

function candidateOf(row: CandidateRow): Candidate {
  const { citation, ...body } = JSON.parse(row.body) as { citation?: { at?: string } };
  return {
    ...body,
    ...(citation && { citation: { ...citation, ...(citation.at && { at: new Date(citation.at) }) } }),
    id: row.id,
    kind: row.kind,
    project: row.project,
    client: row.client,
    session: row.session,
    at: new Date(row.at),
  } as Candidate;
}

/** Called when a decision is erased: what waits or was asked last may have its words. */
export function forgetHookTexts(
  sql: Sql,
  { id, project, statement, source }: Pick<Decision, "id" | "project" | "statement" | "source">,
): void {
  sql.run("DELETE FROM hook_told WHERE record = ?", id);
  // An accepted candidate leaves its quote as the source, and the same words may have been said again.
  sql.run(
    "DELETE FROM candidates WHERE project = ?1 AND (body ->> '$.statement' IN (?2, ?3) OR body ->> '$.quote' IN (?2, ?3))",
    project,
    statement,
    source ?? statement,
  );
  forgetSettled(sql, project, [statement, source ?? statement]);
  sql.run("UPDATE hook_sessions SET prompt = NULL WHERE project = ? AND prompt IS NOT NULL", project);
}

/** The same for what has words of a memory that is erased. */
export function forgetCandidatesWith(sql: Sql, project: string, erased: ErasedWords): void {
  const needed = ["body ->> '$.quote'", "body ->> '$.statement'", "body ->> '$.summary'"];
  const gone = takeOutWords(sql, { table: "candidates", project, columns: ["body"], needed }, erased);
  sql.run("DELETE FROM candidates WHERE seq IN (SELECT value FROM json_each(?))", JSON.stringify(gone));
}

/** The fact that something was erased in a project, with the time. */
const ERASED_IN = "erased_in:";

/** An agent whose session began before still knows what was erased, and says it again in its next reply. */
export const noteErasedIn = (sql: Sql, project: string, at: Date): void =>
  sql.run(
    "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
    ERASED_IN + project,
    String(at.getTime()),
  );

const mayRepeatErased = (sql: Sql, { project, client, session }: CheckpointDraft): boolean =>
  sql.get(
    `SELECT 1 FROM hook_sessions s JOIN facts f ON f.name = ?1
     WHERE s.client = ?2 AND s.session = ?3 AND s.started_at <= CAST(f.value AS INTEGER)`,
    ERASED_IN + project,
    client,
    session,
  ) !== undefined;

export const hasHooks = (sql: Sql, project: string): boolean =>
  ["candidates", "hook_told", "hook_sessions", "settled_candidates"].some(
    (table) => sql.get(`SELECT 1 FROM ${table} WHERE project = ? LIMIT 1`, project) !== undefined,
  );

/** Everything that hooks left behind in a project. */
export function forgetHooksOf(sql: Sql, project: string): void {
  sql.run(
    `DELETE FROM hook_files WHERE (client, session) IN
       (SELECT client, session FROM hook_sessions WHERE project = ?)`,
    project,
  );
  for (const table of ["candidates", "hook_told", "hook_sessions", "settled_candidates"])
    sql.run(`DELETE FROM ${table} WHERE project = ?`, project);
}
