import {
  type Decision,
  decisionNotFound,
  readRequiredDecision,
  storeDecisionChange,
} from "../../decisions/index.ts";
import { storeEditIn } from "../../learning/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { type AdrFile, type AdrWrite, memoryHash } from "../rules/adr-state.ts";
import type { AdrEdit } from "../rules/import-store.ts";

/** Which file represents which decision. This is about a folder outside the memory, so it has no audit rows. */

export function adrFiles(memory: Connection, project: string, folder: string): Promise<readonly AdrFile[]> {
  return memory.read((sql) =>
    sql
      .all<AdrFileRow>(
        "SELECT * FROM adr_files WHERE project = ? AND folder = ? ORDER BY path",
        project,
        folder,
      )
      .map(adrFileOf),
  );
}

/** The files of all folders. */
export function adrFilesOf(memory: Connection, project: string): Promise<readonly AdrFile[]> {
  return memory.read((sql) =>
    sql
      .all<AdrFileRow>("SELECT * FROM adr_files WHERE project = ? ORDER BY folder, path", project)
      .map(adrFileOf),
  );
}

/** @throws Fault `not_found` if a decision is not in the project of its file. */
export function saveAdrFiles(memory: Connection, files: readonly AdrFile[]): Promise<void> {
  return memory.write((sql) => {
    for (const file of files) {
      if (!isInProject(sql, file)) throw decisionNotFound(file.decisionId, file.project);
      saveAdrFile(sql, file);
    }
  });
}

export function dropAdrFile(
  memory: Connection,
  { project, folder, path }: Pick<AdrFile, "project" | "folder" | "path">,
): Promise<void> {
  return memory.write((sql) =>
    sql.run("DELETE FROM adr_files WHERE project = ? AND folder = ? AND path = ?", project, folder, path),
  );
}

/**
 * Changes a decision, or gives it other words, because its file was edited, and saves the state of the file in the same
 * transaction. @throws Fault `not_found`, or `invalid` if a revision would change nothing.
 */
export function applyAdrEdit(
  memory: Connection,
  file: Omit<AdrFile, "decisionId" | "memoryHash">,
  edit: AdrEdit,
  act: Act,
): Promise<Decision> {
  return memory.write((sql) => {
    const decision = applyEdit(sql, file.project, edit, act);
    saveAdrFile(sql, {
      ...file,
      decisionId: decision.id,
      memoryHash: memoryHash(decision, edit.memoryHash),
    });
    return decision;
  });
}

function applyEdit(sql: Sql, project: string, { decisionId, revision, change }: AdrEdit, act: Act): Decision {
  if (revision) return storeEditIn(sql, project, decisionId, revision, act).after;
  const before = readRequiredDecision(sql, project, decisionId);
  if (change === undefined) return before;
  storeDecisionChange(sql, before, change, act);
  return readRequiredDecision(sql, project, before.id);
}

const isInProject = (sql: Sql, { decisionId, project }: AdrFile): boolean =>
  sql.get("SELECT 1 FROM memories WHERE id = ? AND +project = ?", decisionId, project) !== undefined;

export function saveAdrFile(sql: Sql, file: AdrFile): void {
  sql.run(
    `INSERT INTO adr_files (project, folder, path, decision_id, text, dress, file_hash, memory_hash)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT DO UPDATE SET decision_id = ?4, text = ?5, dress = ?6, file_hash = ?7, memory_hash = ?8`,
    file.project,
    file.folder,
    file.path,
    file.decisionId,
    file.text,
    JSON.stringify(file.dress),
    file.fileHash,
    file.memoryHash,
  );
}

export function filesOf(sql: Sql, decisionId: string): AdrFile[] {
  return sql
    .all<AdrFileRow>("SELECT * FROM adr_files WHERE decision_id = ? ORDER BY folder, path", decisionId)
    .map(adrFileOf);
}

type AdrFileRow = {
  project: string;
  folder: string;
  path: string;
  decision_id: string;
  text: Screened;
  dress: string;
  file_hash: string;
  memory_hash: string;
};

function adrFileOf(row: AdrFileRow): AdrFile {
  return {
    project: row.project,
    folder: row.folder,
    path: row.path,
    decisionId: row.decision_id,
    text: row.text,
    dress: JSON.parse(row.dress) as AdrFile["dress"],
    fileHash: row.file_hash,
    memoryHash: row.memory_hash,
  };
}

/** Files that are about to be written. A row is there before the file has its name, and until its state is saved. */

/** Writes that were begun and not ended: of a process that writes now, or was killed. */
export function adrWrites(memory: Connection, project: string, folder: string): Promise<readonly AdrWrite[]> {
  return memory.read((sql) =>
    sql
      .all<AdrFileRow & { location: string; draft: string }>(
        "SELECT * FROM adr_writes WHERE project = ? AND folder = ? ORDER BY path, draft",
        project,
        folder,
      )
      .map((row) => ({
        ...adrFileOf(row),
        location: row.location,
        draft: row.draft,
      })),
  );
}

/** Call it before a file gets its name. @throws Fault `not_found` as `saveAdrFiles` does. */
export function beginAdrWrites(memory: Connection, writes: readonly AdrWrite[]): Promise<void> {
  return memory.write((sql) => {
    for (const write of writes) {
      if (!isInProject(sql, write)) throw decisionNotFound(write.decisionId, write.project);
      addWrite(sql, write);
    }
  });
}

/** Forgets the writes and saves the state of those files that were written, in one transaction. */
export function endAdrWrites(
  memory: Connection,
  writes: readonly AdrWrite[],
  written: readonly AdrFile[],
): Promise<void> {
  return memory.write((sql) => {
    for (const { project, folder, draft } of writes) {
      sql.run(
        "DELETE FROM adr_writes WHERE project = ? AND folder = ? AND draft = ?",
        project,
        folder,
        draft,
      );
    }
    // A decision may have been erased meanwhile.
    for (const file of written) if (isInProject(sql, file)) saveAdrFile(sql, file);
  });
}

function addWrite(sql: Sql, write: AdrWrite): void {
  sql.run(
    `INSERT INTO adr_writes
       (project, folder, draft, location, path, decision_id, text, dress, file_hash, memory_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    write.project,
    write.folder,
    write.draft,
    write.location,
    write.path,
    write.decisionId,
    write.text,
    JSON.stringify(write.dress),
    write.fileHash,
    write.memoryHash,
  );
}
