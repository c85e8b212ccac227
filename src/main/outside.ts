import { resolve } from "node:path";
import { openAdrFolder } from "../adapters/adr/folder.ts";
import { openTextLines } from "../adapters/files/text-lines.ts";
import { openTextFile, toStream } from "../adapters/files/text-output.ts";
import { openMamaDatabase } from "../adapters/sqlite/mama-database.ts";
import type { Outside } from "../domain/outside.ts";

/** Files and folders as a person names them, from where they stand. */
export function outside(cwd: string): Outside {
  return {
    openMama: (path) => openMamaDatabase(resolve(cwd, path)),
    openAdrFolder: (path, options) => openAdrFolder(resolve(cwd, path), options),
    openLines: (path) => openTextLines(resolve(cwd, path)),
    openOutput: async (path) =>
      path === undefined ? toStream(process.stdout) : openTextFile(resolve(cwd, path)),
  };
}
