import type { AdrFileStore, ExportStore, ImportStore } from "../../../domain/moving/import-store.ts";
import type { Connection } from "../shared/connection.ts";
import { sqliteAdrFiles } from "./adr-files.ts";
import { sqliteAdrWrites } from "./adr-writes.ts";
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
