import type { Connection } from "../shared/connection.ts";
import { loadedLater } from "../shared/loaded-later.ts";
import { previewImport } from "./import-preview.ts";
import type { MovingStore } from "./moving-store.ts";

/** All but the preview of an import, which is made at once. */
const LOADED = [
  "copyBeforeImport",
  "beginImport",
  "writeImport",
  "finishImport",
  "verifyImport",
  "listImports",
  "changedSinceImport",
  "undoImport",
  "exportRecords",
  "adrFiles",
  "adrFilesOf",
  "saveAdrFiles",
  "dropAdrFile",
  "adrWrites",
  "beginAdrWrites",
  "endAdrWrites",
  "applyAdrEdit",
] as const satisfies readonly (keyof MovingStore)[];

/** Imports, exports and files of decisions, loaded with the first command about them. */
export function loadedMoving(
  connection: Connection,
  load: () => Promise<Omit<MovingStore, "previewImport">>,
): MovingStore {
  return { ...loadedLater(LOADED, load), previewImport: () => previewImport(connection) };
}
