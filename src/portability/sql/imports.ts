import type { Act } from "../../shared/actor.ts";
import type { RemainingText } from "../../shared/erasure.ts";
import { Fault } from "../../shared/errors.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { erase } from "../../store/file/erasure.ts";
import { openCopier, removeOldCopies } from "../../store/file/file-copies.ts";
import { logChange, logWrite } from "../../store/log/change.ts";
import {
  addFates,
  type ImportBatch,
  type ImportCounts,
  type ImportedKind,
  type ImportFate,
  type ImportRun,
  recordDigest,
  type Verification,
} from "../rules/import-store.ts";
import { importContinued } from "./import-changes.ts";
import { compareRecords, writeRecord } from "./import-records.ts";
import { changedSince, undoRun } from "./import-undo.ts";

/** Copies the memory and returns the path of the copy, if the store can do that. Only the newest few are kept. */
export async function copyBeforeImport(memory: Connection): Promise<string | undefined> {
  const copier = await openCopier(memory);
  try {
    return await memory.write((sql) => {
      const copy = copier.copy(sql);
      removeOldCopies(memory.path, sql);
      return copy;
    });
  } finally {
    copier.close();
  }
}

export function beginImport(
  memory: Connection,
  run: Pick<ImportRun, "id" | "project" | "kind" | "source" | "fingerprint">,
  act: Act,
): Promise<ImportRun> {
  return memory.write((sql) => {
    sql.run(
      `INSERT INTO imports (id, project, kind, source, fingerprint, state, started_at, progress)
           VALUES (?, ?, ?, ?, ?, 'running', ?, '{}')`,
      run.id,
      run.project,
      run.kind,
      run.source,
      run.fingerprint,
      act.at.getTime(),
    );
    logWrite(sql, act, "import.began", subjectOf(run), { kind: run.kind });
    return requireRun(sql, ALL_PROJECTS, run.id);
  });
}

/**
 * Writes one batch and the position after it in one transaction. A link by which an agent would replace a decision of a
 * person is refused. @throws Fault `not_found`, or `conflict` if the run has ended.
 */
export function writeImport(
  memory: Connection,
  scope: Scope,
  { run: id, records, position, counts }: ImportBatch,
  act: Act,
): Promise<readonly ImportFate[]> {
  return memory.write((sql) => {
    const run = requireRun(sql, scope, id);
    if (run.state !== "running") throw alreadyEnded(run);
    const written = records.map((record) =>
      writeRecord(sql, id, record, recordDigest(record), act.by.author),
    );
    const fates = written.map(({ fate }) => fate);
    sql.run(
      "UPDATE imports SET position = ?, progress = ? WHERE id = ?",
      position,
      JSON.stringify(addFates(counts, records, fates)),
      id,
    );
    const added = written.flatMap(({ added }) => added ?? []);
    const parts = added.flatMap((record) => record.parts);
    const refs = added.flatMap((record) => record.refs);
    // The records are there by now: each one depends on those before it.
    const { action, version } = importContinued;
    logChange(sql, act, { action, version, subject: subjectOf(run), parts, refs: [...new Set(refs)] });
    return fates;
  });
}

/** @throws Fault `not_found`. */
export function finishImport(memory: Connection, scope: Scope, id: string, act: Act): Promise<ImportRun> {
  return memory.write((sql) => {
    requireRun(sql, scope, id);
    // The digests are no longer needed, and after a later erasure they could be used to confirm a guess at the text.
    sql.run("UPDATE import_items SET digest = NULL WHERE run = ?", id);
    sql.run("UPDATE imports SET state = 'finished', ended_at = ? WHERE id = ?", act.at.getTime(), id);
    const run = requireRun(sql, scope, id);
    logWrite(sql, act, "import.finished", subjectOf(run));
    return run;
  });
}

/** Compares what a run read with what is stored, in slices so that other work can run in between. @throws Fault `not_found`. */
export async function verifyImport(
  memory: Connection,
  scope: Scope,
  id: string,
  onProgress: (done: number) => void,
): Promise<Verification> {
  await memory.read((sql) => requireRun(sql, scope, id));
  return compareRecords(memory, id, onProgress);
}

/** Newest first. */
export function readImports(memory: Connection, scope: Scope): Promise<readonly ImportRun[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    return sql
      .all<RunRow>(
        `SELECT * FROM imports WHERE ${inScope.sql} ORDER BY started_at DESC, id DESC`,
        ...inScope.values,
      )
      .map(runOf);
  });
}

/** How many of the records that a run added have been changed since. @throws Fault `not_found`. */
export function changedSinceImport(memory: Connection, scope: Scope, id: string): Promise<number> {
  return memory.read((sql) => changedSince(sql, requireRun(sql, scope, id).id));
}

// The import may have contained text that must not stay in the file.

/** Removes everything that a run added. @throws Fault `not_found`, or `conflict` if it was already undone. */
export function takeBackImport(
  memory: Connection,
  scope: Scope,
  id: string,
  act: Act,
): Promise<{
  run: ImportRun;
  removed: Readonly<Record<ImportedKind, number>>;
  remaining?: RemainingText | undefined;
  /** Daily copies of the memory that were deleted with it. */
  removedCopies?: number | undefined;
}> {
  return erase(memory, (sql) => {
    const run = requireRun(sql, scope, id);
    if (run.state === "undone") throw alreadyEnded(run);
    const removed = undoRun(sql, run, act);
    sql.run("UPDATE imports SET state = 'undone', ended_at = ? WHERE id = ?", act.at.getTime(), id);
    return { run: requireRun(sql, scope, id), removed };
  });
}

const subjectOf = ({ id, project }: Pick<ImportRun, "id" | "project">) =>
  ({ kind: "import", id, project }) as const;

function requireRun(sql: Sql, scope: string, id: string): ImportRun {
  const inScope = allOf(ofScope(scope, "project"));
  const row = sql.get<RunRow>(`SELECT * FROM imports WHERE id = ? AND ${inScope.sql}`, id, ...inScope.values);
  if (row) return runOf(row);
  throw new Fault("not_found", `There is no import ${id} in the project ${scope}.`, {
    field: "run",
    received: id,
    reason: "import_not_found",
    remedies: [{ remedy: "list-imports" }],
  });
}

function alreadyEnded(run: ImportRun): Fault {
  return new Fault("conflict", `The import ${run.id} is ${run.state} already.`, {
    field: "run",
    received: run.id,
    reason: "import_ended",
    hint: "Nothing was changed.",
  });
}

type RunRow = {
  id: string;
  project: string;
  kind: ImportRun["kind"];
  source: string;
  fingerprint: string;
  state: ImportRun["state"];
  started_at: number;
  ended_at: number | null;
  position: string | null;
  progress: string;
};

function runOf(row: RunRow): ImportRun {
  return {
    id: row.id,
    project: row.project,
    kind: row.kind,
    source: row.source,
    fingerprint: row.fingerprint,
    state: row.state,
    startedAt: new Date(row.started_at),
    endedAt: row.ended_at === null ? undefined : new Date(row.ended_at),
    position: row.position ?? undefined,
    counts: JSON.parse(row.progress) as ImportCounts,
  };
}
