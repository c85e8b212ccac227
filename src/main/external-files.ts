import { resolve } from "node:path";
import type { ExternalFiles } from "../domain/moving/external-files.ts";
import { escapeControls } from "../domain/shared/control-characters.ts";

/** Files and folders as a person names them, from where they stand. Loaded when asked for: a server never is. */
export function externalFiles(cwd: string): ExternalFiles {
  return {
    async openMama(path) {
      const { openMamaDatabase } = await import("../adapters/sqlite/moving/mama-database.ts");
      return openMamaDatabase(resolve(cwd, path));
    },
    async openAdrFolder(path, options) {
      const { openAdrFolder } = await import("../adapters/adr/folder.ts");
      const { wholeFiles } = await import("../adapters/files/whole-files.ts");
      return openAdrFolder(resolve(cwd, path), options, wholeFiles);
    },
    async openLines(path) {
      const { openTextLines } = await import("../adapters/files/text-lines.ts");
      return openTextLines(resolve(cwd, path));
    },
    async openOutput(path, options) {
      const { openTextFile, toStream } = await import("../adapters/files/text-output.ts");
      if (path !== undefined) return openTextFile(resolve(cwd, path), options);
      const { endWithReader } = await import("./end-with-reader.ts");
      endWithReader(process.stdout);
      const output = toStream(process.stdout);
      // What is exported is JSON, in which the escapes have the same value.
      return { ...output, write: (text) => output.write(escapeControls(text)) };
    },
  };
}
