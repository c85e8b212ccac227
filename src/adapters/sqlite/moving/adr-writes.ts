import { decisionNotFound } from "../../../domain/decisions/decision.ts";
import type { AdrWrite } from "../../../domain/moving/adr-file.ts";
import type { AdrFileStore } from "../../../domain/moving/import-store.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { adrFileOf, isInProject, saveAdrFile } from "./adr-files.ts";

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
