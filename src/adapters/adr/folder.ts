import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { AdrContent, AdrFolder, AdrSource } from "../../domain/moving/adr.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { BYTE_ORDER_MARK } from "./markdown.ts";
import { readAdr } from "./read-adr.ts";
import { adrComposer, restateAdr } from "./write-adr.ts";

const MAX_FILE_BYTES = 5_000_000;

/** `create` creates the folder if it does not exist. */
export async function openAdrFolder(
  path: string,
  { create }: { readonly create: boolean },
): Promise<AdrFolder> {
  if (create) await mkdir(path, { recursive: true });
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw noFolder(path);
  const read = cachingReader();
  return {
    name: await nameOf(path),
    async files() {
      const names = await readdir(path, { recursive: true, withFileTypes: true });
      const paths = names
        .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
        .map((entry) =>
          relative(path, join(entry.parentPath ?? entry.path, entry.name))
            .split(sep)
            .join("/"),
        )
        .filter((name) => !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(name))
        .sort();
      const sources: AdrSource[] = [];
      for (const name of paths) {
        const bytes = await readFile(join(path, name));
        if (bytes.length > MAX_FILE_BYTES) continue;
        const source = sourceOf(name, bytes);
        if (read(source)) sources.push(source);
      }
      return sources;
    },
    read,
    withStatus(source, status) {
      const text = restateAdr(source, status);
      return { text, dress: { ...source.dress, otherwise: movedLines(source, text) } };
    },
    composer: adrComposer,
    async write({ path: name, text, dress }) {
      const bytes = bytesOf({ text, dress });
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      // Renamed at the end, so that a reader finds either the old file or the new one.
      const unfinished = `${file}.${process.pid}.tmp`;
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, file);
      } finally {
        await rm(unfinished, { force: true });
      }
      return sourceOf(name, bytes);
    },
  };
}

/** Parsing is slow, and one command reads the same files several times. */
function cachingReader(): AdrFolder["read"] {
  const known = new Map<string, { readonly text: string; readonly content: AdrContent | undefined }>();
  return ({ path, text }) => {
    const before = known.get(path);
    if (before?.text === text) return before.content;
    const content = readAdr({ path, text });
    known.set(path, { text, content });
    return content;
  };
}

function sourceOf(path: string, bytes: Buffer): AdrSource {
  const whole = bytes.toString("utf8");
  const byteOrderMark = whole.startsWith(BYTE_ORDER_MARK);
  const lines = (byteOrderMark ? whole.slice(1) : whole).split("\n");
  const breaks = lines.slice(0, -1);
  const returned = breaks.flatMap((line, i) => (line.endsWith("\r") ? [i] : []));
  const mostly = returned.length * 2 > breaks.length;
  return {
    path,
    text: lines.map((line, i) => (i < breaks.length ? line.replace(/\r$/, "") : line)).join("\n"),
    dress: {
      byteOrderMark,
      lineEnding: mostly ? "crlf" : "lf",
      otherwise: mostly ? breaks.flatMap((line, i) => (line.endsWith("\r") ? [] : [i])) : returned,
    },
    hash: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** The numbers of the lines with the other line ending, after a new status changed the number of lines. */
function movedLines({ text, dress }: Pick<AdrSource, "text" | "dress">, changed: string): readonly number[] {
  const [before, after] = [text.split("\n"), changed.split("\n")];
  const moved = after.length - before.length;
  const first = before.findIndex((line, i) => line !== after[i]);
  if (moved === 0 || first < 0) return dress.otherwise;
  return dress.otherwise.flatMap((line) => {
    if (line < first) return [line];
    return before[line] === after[line + moved] ? [line + moved] : [];
  });
}

function bytesOf({ text, dress }: Pick<AdrSource, "text" | "dress">): Buffer {
  const { byteOrderMark, lineEnding, otherwise } = dress;
  const odd = new Set(otherwise);
  const lines = text.split("\n");
  const joined = lines.map((line, i) => {
    if (i === lines.length - 1) return line;
    return `${line}${odd.has(i) === (lineEnding === "lf") ? "\r\n" : "\n"}`;
  });
  return Buffer.from(`${byteOrderMark ? BYTE_ORDER_MARK : ""}${joined.join("")}`);
}

/** The path from the root of the repository, so that it is the same in every checkout; outside of one, the whole path. */
async function nameOf(path: string): Promise<string> {
  for (let directory = path; ; directory = dirname(directory)) {
    if (await stat(join(directory, ".git")).catch(() => undefined)) {
      return relative(directory, path).split(sep).join("/") || ".";
    }
    if (directory === dirname(directory)) return path.split(sep).join("/");
  }
}

function noFolder(path: string): Fault {
  return new Fault("not_found", `There is no folder ${path}.`, {
    field: "folder",
    received: path,
    reason: "folder_not_found",
    hint: "Name the folder with the records, often docs/adr or docs/decisions.",
  });
}
