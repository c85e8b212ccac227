import { resolve } from "node:path";
import type { Writable } from "node:stream";
import type { ExternalFiles } from "../../portability/index.ts";
import { escapeControls } from "../../shared/text.ts";

/** Files and folders as a person names them, from where they stand. Loaded when asked for: a server never is. */
export function externalFiles(cwd: string): ExternalFiles {
  return {
    async openMama(path) {
      const { openMamaDatabase } = await import("../../portability/sql/mama-database.ts");
      return openMamaDatabase(resolve(cwd, path));
    },
    async openAdrFolder(path, options) {
      const { openAdrFolder } = await import("../../portability/adr/folder.ts");
      const { wholeFiles } = await import("../../shared/files/whole-files.ts");
      return openAdrFolder(resolve(cwd, path), options, wholeFiles);
    },
    async openLines(path) {
      const { openTextLines } = await import("../../portability/files/text-files.ts");
      return openTextLines(resolve(cwd, path));
    },
    async openOutput(path, options) {
      const { openTextFile, toStream } = await import("../../portability/files/text-files.ts");
      if (path !== undefined) return openTextFile(resolve(cwd, path), options);
      endWithReader(process.stdout);
      const output = toStream(process.stdout);
      // What is exported is JSON, in which the escapes have the same value.
      return { ...output, write: (text) => output.write(escapeControls(text)) };
    },
  };
}

/** Ends the program quietly when nobody reads its output any more, as after `| head`. */
export function endWithReader(output: Writable): void {
  if (output.listeners("error").includes(endQuietly)) return;
  output.on("error", endQuietly);
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  throw error;
}
