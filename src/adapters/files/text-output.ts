import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { OutputOptions, TextOutput } from "../../domain/moving/external-files.ts";
import { makeFolder, openDraft, sweepDrafts } from "./whole-files.ts";

/** The file gets its final name only when it is complete, so that an interrupted one is never mistaken for it. */
export async function openTextFile(
  path: string,
  { createFolder, keepMode }: OutputOptions,
): Promise<TextOutput> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) return directOutput(path);
  // A link to a file stays a link.
  const file = keepMode && found ? await realpath(path) : path;
  const folder = dirname(file);
  if (createFolder) await makeFolder(folder);
  await sweepDrafts(folder, draftsOf(file));
  const draft = await openDraft(file, keepMode ? "private if new" : "private");
  return { write: draft.write, close: draft.publish, abandon: draft.abandon };
}

/** The names that versions up to 0.2.0 gave to drafts of this file. */
function draftsOf(path: string): RegExp {
  const name = basename(path).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${name}\\.[0-9a-f]{8}\\.tmp$`);
}

/** A pipe or a terminal cannot be replaced by a file. */
async function directOutput(path: string): Promise<TextOutput> {
  const stream = createWriteStream(path);
  // A folder cannot be opened.
  await once(stream, "open");
  // Whoever writes is told that it failed.
  stream.on("error", () => {});
  return {
    ...toStream(stream),
    async close() {
      stream.end();
      await finished(stream);
    },
    abandon: async () => void stream.destroy(),
  };
}

export function toStream(stream: Writable): TextOutput {
  return { write: (text) => writeToStream(stream, text), close: async () => {}, abandon: async () => {} };
}

function writeToStream(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
