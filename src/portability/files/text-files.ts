import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { Fault } from "../../shared/errors.ts";
import { makeFolder, openDraft, sweepDrafts } from "../../shared/files/whole-files.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import type { OutputOptions, TextLines, TextOutput } from "../rules/external-files.ts";

const LINE_FEED = 0x0a;

/** Reads a file of any size line by line. */
export async function openTextLines(path: string): Promise<TextLines> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Fault("not_found", `There is no file ${path}.`, {
      field: "file",
      received: path,
      reason: "file_not_found",
      hint: "Check its name; nothing was changed.",
    });
  }
  const hash = createHash("sha256");
  let count = 0;
  let length = 0;
  let longest = { line: 1, bytes: 0 };
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    for (const byte of chunk as Buffer) {
      length = byte === LINE_FEED ? 0 : length + 1;
      if (length > longest.bytes) longest = { line: count + 1, bytes: length };
      if (byte === LINE_FEED) count++;
    }
  }
  if (longest.bytes > READ_LIMITS.lineBytes) throw tooLong(path, longest);
  return {
    fingerprint: hash.digest("hex"),
    count: count + 1,
    async *lines(after) {
      let number = 0;
      for await (const text of createInterface({
        input: createReadStream(path, "utf8"),
        crlfDelay: Infinity,
      })) {
        if (++number > after) yield { number, text };
      }
    },
  };
}

function tooLong(path: string, { line, bytes }: { readonly line: number; readonly bytes: number }): Fault {
  const [found, most] = [bytes, READ_LIMITS.lineBytes].map((each) => each.toLocaleString("en"));
  return new Fault("invalid", `Line ${line} of ${path} has ${found} bytes, and at most ${most} are read.`, {
    field: "file",
    received: path,
    reason: "line_too_long",
    hint: "Name a file with one record on each line. Nothing was changed.",
  });
}

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
