import type { Connection } from "../../store/file/connection.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "../rules/import-store.ts";
import { sqliteAdrFiles, sqliteAdrWrites } from "./adr-files.ts";
import { sqliteExports } from "./exports.ts";
import { sqliteImports } from "./imports.ts";

/** What moves between the memory and files. */
export type MovingStore = ImportStore & ExportStore & AdrFileStore;

export const sqliteMoving = (connection: Connection): Omit<MovingStore, "previewImport"> => ({
  ...sqliteImports(connection),
  ...sqliteExports(connection),
  ...sqliteAdrFiles(connection),
  ...sqliteAdrWrites(connection),
});
