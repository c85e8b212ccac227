import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { TextOutput } from "../../domain/moving/external-files.ts";

/** The file gets its final name only when it is complete, so that an interrupted one is never mistaken for it. */
export async function openTextFile(path: string): Promise<TextOutput> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomBytes(4).toString("hex")}.tmp`;
  // Never into an existing file, which others may be able to read.
  const stream = createWriteStream(unfinished, { flags: "wx", mode: 0o600 });
  return {
    write: (text) => writeToStream(stream, text),
    async close() {
      stream.end();
      await finished(stream);
      await rename(unfinished, path);
    },
    async abandon() {
      stream.destroy();
      await rm(unfinished, { force: true });
    },
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
