import {
  type Decision,
  decisionNotFound,
  readRequiredDecision,
  storeDecisionChange,
} from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { type AdrFile, type AdrWrite, memoryHash } from "../rules/adr-state.ts";
import type { AdrEdit, AdrFileStore } from "../rules/import-store.ts";
import { editDecision } from "./edit-decision.ts";

/** Which file represents which decision. This is about a folder outside the memory, so it has no audit rows. */
export function sqliteAdrFiles(
  connection: Connection,
): Omit<AdrFileStore, "adrWrites" | "beginAdrWrites" | "endAdrWrites"> {
  return {
    adrFiles: (project, folder) =>
      connection.read((sql) =>
        sql
          .all("SELECT * FROM adr_files WHERE project = ? AND folder = ? ORDER BY path", project, folder)
          .map(adrFileOf),
      ),
    adrFilesOf: (project) =>
      connection.read((sql) =>
        sql.all("SELECT * FROM adr_files WHERE project = ? ORDER BY folder, path", project).map(adrFileOf),
      ),
    saveAdrFiles: (files) =>
      connection.write((sql) => {
        for (const file of files) {
          if (!isInProject(sql, file)) throw decisionNotFound(file.decisionId, file.project);
          saveAdrFile(sql, file);
        }
      }),
    dropAdrFile: ({ project, folder, path }) =>
      connection.write((sql) =>
        sql.run("DELETE FROM adr_files WHERE project = ? AND folder = ? AND path = ?", project, folder, path),
      ),
    applyAdrEdit: (file, edit, act) =>
      connection.write((sql) => {
        const decision = applyEdit(sql, file.project, edit, act);
        saveAdrFile(sql, {
          ...file,
          decisionId: decision.id,
          memoryHash: memoryHash(decision, edit.memoryHash),
        });
        return decision;
      }),
  };
}

function applyEdit(sql: Sql, project: string, { decisionId, revision, change }: AdrEdit, act: Act): Decision {
  if (revision) return editDecision(sql, project, decisionId, revision, act).after;
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
    .all("SELECT * FROM adr_files WHERE decision_id = ? ORDER BY folder, path", decisionId)
    .map(adrFileOf);
}

function adrFileOf(row: Row): AdrFile {
  return {
    project: row["project"] as string,
    folder: row["folder"] as string,
    path: row["path"] as string,
    decisionId: row["decision_id"] as string,
    text: row["text"] as Screened,
    dress: JSON.parse(row["dress"] as string) as AdrFile["dress"],
    fileHash: row["file_hash"] as string,
    memoryHash: row["memory_hash"] as string,
  };
}

/** Files that are about to be written. A row is there before the file has its name, and until its state is saved. */
export function sqliteAdrWrites(
  connection: Connection,
): Pick<AdrFileStore, "adrWrites" | "beginAdrWrites" | "endAdrWrites"> {
  return {
    adrWrites: (project, folder) =>
      connection.read((sql) =>
        sql
          .all(
            "SELECT * FROM adr_writes WHERE project = ? AND folder = ? ORDER BY path, draft",
            project,
            folder,
          )
          .map((row) => ({
            ...adrFileOf(row),
            location: row["location"] as string,
            draft: row["draft"] as string,
          })),
      ),
    beginAdrWrites: (writes) =>
      connection.write((sql) => {
        for (const write of writes) {
          if (!isInProject(sql, write)) throw decisionNotFound(write.decisionId, write.project);
          addWrite(sql, write);
        }
      }),
    endAdrWrites: (writes, written) =>
      connection.write((sql) => {
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
      }),
  };
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
