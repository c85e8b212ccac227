import type { Decision } from "../../decisions/index.ts";
import { type Call, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import type { AdrFolder, AdrSource, PreparedAdr } from "../rules/adr.ts";
import { type AdrFile, type AdrWrite, memoryHash } from "../rules/adr-state.ts";
import { adrFiles, adrWrites, beginAdrWrites, endAdrWrites } from "../sql/adr-files.ts";
import type { MovingDeps } from "./deps.ts";

/** So many files wait as drafts for one transaction. */
const TOGETHER = 50;

/** A file to write for a decision. */
export interface NewAdrFile extends Pick<AdrSource, "path" | "text" | "dress"> {
  readonly decision: Decision;
  /** The hash of the file that it replaces. Without one, there must be no file. */
  readonly replaces?: string | undefined;
}

/**
 * Writes files, and which decisions they represent. The memory knows of a file before the file has its name, so that
 * whatever moment the process is killed at, the next one takes no file for a new one. Returns the paths that were not
 * written, because another file was there by then.
 */
export async function writeAdrFiles(
  folder: AdrFolder,
  files: readonly NewAdrFile[],
  deps: MovingDeps,
  onWritten: (done: number) => void = () => {},
): Promise<ReadonlySet<string>> {
  const skipped = new Set<string>();
  for (let from = 0; from < files.length; from += TOGETHER) {
    const batch = files.slice(from, from + TOGETHER);
    for (const path of await writeBatch(folder, batch, deps)) skipped.add(path);
    onWritten(Math.min(from + TOGETHER, files.length));
  }
  return skipped;
}

async function writeBatch(
  folder: AdrFolder,
  files: readonly NewAdrFile[],
  deps: MovingDeps,
): Promise<readonly string[]> {
  const prepared: {
    readonly adr: PreparedAdr;
    readonly write: AdrWrite;
    readonly replaces?: string | undefined;
  }[] = [];
  try {
    for (const { decision, replaces, ...file } of files) {
      const adr = await folder.prepare(file);
      const state = stateOf(decision, adr.source, folder, deps);
      prepared.push({ adr, write: { ...state, location: folder.location, draft: adr.draft }, replaces });
    }
    const writes = prepared.map(({ write }) => write);
    await beginAdrWrites(deps.memory, writes);
    const written: AdrWrite[] = [];
    for (const { adr, write, replaces } of prepared) if (await adr.publish(replaces)) written.push(write);
    // After an error the writes stay open, and the next run finds out which files were written.
    await endAdrWrites(deps.memory, writes, written);
    return writes.filter((write) => !written.includes(write)).map(({ path }) => path);
  } finally {
    for (const { adr } of prepared) await adr.abandon();
  }
}

/**
 * The files of a folder as the memory knows them. Finishes first what a killed process began: a file that it wrote
 * represents its decision, and what it did not get to is written again by whoever wants it.
 */
export async function knownFiles(
  folder: AdrFolder,
  { dryRun }: { readonly dryRun: boolean },
  { memory }: MovingDeps,
  call: Call,
): Promise<readonly AdrFile[]> {
  const files = new Map(
    (await adrFiles(memory, projectOf(call), folder.name)).map((file) => [file.path, file]),
  );
  const ended: AdrWrite[] = [];
  const written: AdrWrite[] = [];
  for (const write of await adrWrites(memory, projectOf(call), folder.name)) {
    const fate = await fateOf(write, files.get(write.path)?.fileHash, folder);
    if (fate === "unknown") continue;
    ended.push(write);
    if (fate === "written") written.push(write);
  }
  for (const { location: _, draft: __, ...file } of written) files.set(file.path, file);
  if (!dryRun) {
    if (ended.length > 0) await endAdrWrites(memory, ended, written);
    await folder.sweepDrafts();
  }
  return [...files.values()];
}

/** What became of a write. `unknown`: it happens now, or in another checkout. */
async function fateOf(
  { path, draft, location, fileHash }: AdrWrite,
  hashBefore: string | undefined,
  folder: AdrFolder,
): Promise<"written" | "not written" | "unknown"> {
  const hash = await folder.hashOf(path);
  const state = await folder.draftState(draft);
  if (state === "in use") return "unknown";
  if (location !== folder.location) {
    // The checkout may have been moved.
    return hash === fileHash && hashBefore === undefined ? "written" : "unknown";
  }
  if (hash === fileHash) return "written";
  if (hash === undefined || hash === hashBefore) return "not written";
  // Either it was written and somebody edited it since, or somebody else put a file there. Writing it takes the draft away.
  return state === "gone" ? "written" : "not written";
}

/** The record of a file that is in sync with its decision. */
export function stateOf(
  decision: Decision,
  source: AdrSource,
  folder: AdrFolder,
  { secrets }: Pick<MovingDeps, "secrets">,
): AdrFile {
  return {
    project: decision.project,
    folder: folder.name,
    path: source.path,
    decisionId: decision.id,
    text: startScreening(secrets).text("file", source.text),
    dress: source.dress,
    fileHash: source.hash,
    memoryHash: memoryHash(decision),
  };
}
