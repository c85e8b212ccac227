import { createHash } from "node:crypto";
import { readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Fault } from "../../shared/errors.ts";
import type { WholeFiles } from "../../shared/whole-files.ts";
import type { AdrContent, AdrFolder, AdrSource, RefusedAdr } from "../rules/adr.ts";
import type { AdrFolderOptions } from "../rules/external-files.ts";
import { type Excess, excessIn, tooManyBytes } from "./excess.ts";
import { BYTE_ORDER_MARK } from "./markdown.ts";
import { isNoRecord, readAdr } from "./read-adr.ts";
import { rewriteAdr } from "./rewrite-adr.ts";
import { adrComposer, restateAdr } from "./write-adr.ts";

const OLDER_DRAFT = /(\.(?:md|markdown))\.\d+\.tmp$/i;

export async function openAdrFolder(
  path: string,
  { create, offersCreation = false }: AdrFolderOptions,
  wholeFiles: WholeFiles,
): Promise<AdrFolder> {
  if (create) {
    await wholeFiles.makeFolder(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" && error.code !== "ENOTDIR") throw error;
    });
  }
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw noFolder(path, { isFile: found !== undefined, offersCreation });
  const read = cachingReader();
  const filesNamed = async (matches: (name: string) => boolean): Promise<string[]> => {
    const names = await readdir(path, { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile() && matches(entry.name))
      .map((entry) =>
        relative(path, join(entry.parentPath ?? entry.path, entry.name))
          .split(sep)
          .join("/"),
      )
      .filter((name) => !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(name))
      .sort();
  };
  const hashOf = async (name: string): Promise<string | undefined> => {
    try {
      return hashOfBytes(await readFile(join(path, name)));
    } catch (error) {
      // Something that cannot be read is there all the same, and is not the file that is looked for.
      return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "") ? undefined : "";
    }
  };
  return {
    name: await nameOf(path),
    location: await realpath(path),
    async files() {
      const paths = await filesNamed((name) => /\.(?:md|markdown)$/i.test(name));
      const records: AdrSource[] = [];
      const refused: RefusedAdr[] = [];
      for (const name of paths.filter((each) => !isNoRecord(each))) {
        const { mtime, size } = await stat(join(path, name));
        const tooLarge = tooManyBytes(size);
        const source = tooLarge ? undefined : sourceOf(name, await readFile(join(path, name)));
        const excess = source ? excessIn(source.text) : tooLarge;
        if (excess) refused.push({ path: name, because: refusal(name, excess) });
        else if (source && read(source)) records.push({ ...source, modifiedAt: mtime });
      }
      return { records, refused };
    },
    read,
    withStatus(source, status) {
      const text = restateAdr(source, status);
      return { text, dress: { ...source.dress, otherwise: movedLines(source, text) } };
    },
    withWords(source, decision, changed, status) {
      const text = rewriteAdr(source, decision, changed, status);
      // Lines with the other line ending cannot be told from others once the words moved.
      return { text, dress: { ...source.dress, otherwise: [] } };
    },
    composer: adrComposer,
    async prepare({ path: name, text, dress }) {
      const bytes = bytesOf({ text, dress });
      const file = join(path, name);
      await wholeFiles.makeFolder(dirname(file));
      const draft = await wholeFiles.openDraft(file, "ordinary");
      try {
        await draft.write(bytes);
        await draft.finish();
      } catch (error) {
        await draft.abandon();
        throw error;
      }
      return {
        source: sourceOf(name, bytes),
        draft: relative(path, draft.path).split(sep).join("/"),
        async publish(replaces) {
          const allowed = (await hashOf(name)) === replaces;
          if (allowed) await draft.publish();
          return allowed;
        },
        abandon: draft.abandon,
      };
    },
    hashOf,
    draftState: (draft) => wholeFiles.stateOf(join(path, draft)),
    async sweepDrafts() {
      const folders = (await filesNamed(wholeFiles.isDraft)).map((name) => dirname(join(path, name)));
      for (const folder of new Set(folders)) await wholeFiles.sweepDrafts(folder);
      await removeOlderDrafts(path, await filesNamed((name) => OLDER_DRAFT.test(name)));
    },
  };
}

/**
 * Versions up to 0.2.0 left these when they were killed. Another program may use such names, so only a file whose
 * contents are in the record beside it is deleted.
 */
async function removeOlderDrafts(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(folder, name);
    const record = await readFile(path.replace(OLDER_DRAFT, "$1")).catch(() => undefined);
    const draft = await readFile(path).catch(() => undefined);
    if (record && draft && record.subarray(0, draft.length).equals(draft)) await rm(path, { force: true });
  }
}

const refusal = (name: string, { problem, remedy }: Excess): string =>
  `${name} was not read: ${problem}. ${remedy}`;

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

const hashOfBytes = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

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
    hash: hashOfBytes(bytes),
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

function noFolder(
  path: string,
  { isFile, offersCreation }: { readonly isFile: boolean; readonly offersCreation: boolean },
): Fault {
  return new Fault("not_found", isFile ? `${path} is a file and no folder.` : `There is no folder ${path}.`, {
    field: "folder",
    received: path,
    reason: "folder_not_found",
    hint: "Name the folder with the records, often docs/adr or docs/decisions.",
    remedies: offersCreation && !isFile ? [{ remedy: "create-folder" }] : [],
  });
}
