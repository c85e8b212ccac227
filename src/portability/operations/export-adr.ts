import * as z from "zod";
import {
  type CheckAgain,
  type Decision,
  decisionPage,
  proposalFileName,
  proposalMarkdown,
  readProposals,
} from "../../decisions/index.ts";
import { readCodeCauses } from "../../repository/index.ts";
import { type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { AdrFolder, NewAdr } from "../rules/adr.ts";
import { type AdrFile, memoryChanges } from "../rules/adr-state.ts";
import type { TextOutput } from "../rules/external-files.ts";
import { adrFilesOf, saveAdrFiles } from "../sql/adr-files.ts";
import { currentText, statusReader } from "./apply-file-edit.ts";
import type { MovingDeps } from "./deps.ts";
import { knownFiles, type NewAdrFile, stateOf, writeAdrFiles } from "./write-adr-files.ts";

const PAGE = 200;

interface AdrExport {
  readonly folder: string;
  readonly written: readonly string[];
  readonly unchanged: number;
  /** Existing files with other content. They are not overwritten. */
  readonly conflicting: readonly string[];
  /** Files of the folder that have more than is read, in sentences. They stay as they are. */
  readonly problems: readonly string[];
  /** Records whose code says that they should be looked at again. What the files say does not depend on it. */
  readonly toCheck: readonly ToCheck[];
}

export interface ToCheck {
  readonly path: string;
  readonly decision: string;
  readonly causes: readonly CheckAgain[];
}

export const exportAdr = defineOperation({
  name: "export-adr",
  summary: "Write the decisions of a project into a folder, as architecture decision records.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    folder: boundedText(1, LIMITS.name),
    create: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  async run({ folder: path, create, dryRun }, deps: MovingDeps, call): Promise<AdrExport> {
    const folder = await deps.externalFiles.openAdrFolder(path, {
      create: create && !dryRun,
      offersCreation: !create,
    });
    const known = await knownFiles(folder, { dryRun }, deps, call);
    const decisions = await allDecisions(deps, call);
    const originals = await originalFiles(folder, known, deps, call);
    const { records, refused } = await folder.files();
    const onDisk = new Map(records.map((source) => [source.path, source]));
    const unread = new Set(refused.map((file) => file.path));
    const knownHashes = new Map(known.map((file) => [file.path, file.fileHash]));
    const fresh = composeMissing(folder, decisions, originals, { records, refused });
    const paths = new Map([...originals, ...fresh].map(([id, { path: name }]) => [id, name]));
    const statusOf = await statusReader(decisions, paths, deps, call);
    const writes: NewAdrFile[] = [];
    const conflicting: string[] = [];
    const unchanged: AdrFile[] = [];
    // Originals from different folders may have the same name.
    const taken = new Set<string>();
    for (const decision of decisions.values()) {
      const status = statusOf(decision);
      const original = originals.get(decision.id);
      const target = original ?? (fresh.get(decision.id) as NewAdr);
      if (unread.has(target.path)) continue;
      const { text, dress } = original
        ? currentText(decision, original, memoryChanges(decision, original.memoryHash), folder, status, deps)
        : { text: (target as NewAdr).text(status), dress: target.dress };
      const existing = onDisk.get(target.path);
      const isOther = existing && existing.text !== text && knownHashes.get(target.path) !== existing.hash;
      if (taken.has(target.path) || isOther) {
        conflicting.push(target.path);
        continue;
      }
      taken.add(target.path);
      if (existing?.text === text) unchanged.push(stateOf(decision, existing, folder, deps));
      else writes.push({ decision, path: target.path, text, dress, replaces: existing?.hash });
    }
    let skipped: ReadonlySet<string> = new Set();
    if (!dryRun) {
      if (unchanged.length > 0) await saveAdrFiles(deps.memory, unchanged);
      skipped = await writeAdrFiles(folder, writes, deps, (done) =>
        call.progress(unchanged.length + done, decisions.size, "written"),
      );
    }
    return {
      folder: path,
      written: writes.map((file) => file.path).filter((name) => !skipped.has(name)),
      unchanged: unchanged.length,
      conflicting: [...conflicting, ...skipped],
      problems: refused.map(({ because }) => because),
      toCheck: await toCheckAmong(decisions, paths, deps, call),
    };
  },
});

/** An export is seldom, so that all of them can be looked at. */
const MOST_CHECKED = 2_000;

async function toCheckAmong(
  decisions: ReadonlyMap<string, Decision>,
  paths: ReadonlyMap<string, string>,
  deps: MovingDeps,
  call: Call,
): Promise<ToCheck[]> {
  const { causes } = await readCodeCauses([...decisions.values()], projectOf(call), deps, MOST_CHECKED);
  return [...causes].map(([id, found]) => ({ path: paths.get(id) ?? "", decision: id, causes: found }));
}

/** Oldest first, the order in which records are numbered. */
export async function allDecisions({ memory }: MovingDeps, call: Call): Promise<Map<string, Decision>> {
  const found: Decision[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await decisionPage(memory, { scope: projectOf(call) }, PAGE, cursor);
    found.push(...page.items);
    cursor = page.cursor;
    if (cursor === undefined) return new Map(found.reverse().map((decision) => [decision.id, decision]));
  }
}

/** By decision id, the file that a decision was imported from or exported to. */
async function originalFiles(
  { name }: AdrFolder,
  known: readonly AdrFile[],
  { memory }: MovingDeps,
  call: Call,
): Promise<Map<string, AdrFile>> {
  const elsewhere = (await adrFilesOf(memory, projectOf(call))).filter(({ folder }) => folder !== name);
  // A decision may have files in several folders; the one in this folder wins.
  return new Map([...elsewhere, ...known].map((file) => [file.decisionId, file]));
}

function composeMissing(
  folder: AdrFolder,
  decisions: ReadonlyMap<string, Decision>,
  originals: ReadonlyMap<string, AdrFile>,
  { records, refused }: Awaited<ReturnType<AdrFolder["files"]>>,
): Map<string, NewAdr> {
  const others = [
    ...records,
    ...[...originals.values()].map(({ path, text, dress, fileHash }) => ({
      path,
      text,
      dress,
      hash: fileHash,
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const compose = folder.composer(others, refused);
  const fresh = [...decisions.values()].filter(({ id }) => !originals.has(id));
  return new Map(fresh.map((decision) => [decision.id, compose(decision)]));
}

/** More open proposals than anybody reviews. */
const MOST_PROPOSALS = 1_000;

export const exportProposals = defineOperation({
  name: "export-proposals",
  summary: "Write each open proposal into a folder, as a file to review.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ folder: boundedText(1, LIMITS.name) }),
  async run({ folder }, { memory, externalFiles }: MovingDeps, call) {
    const written: string[] = [];
    for (const proposal of await readProposals(memory, call.scope, "draft", MOST_PROPOSALS)) {
      call.signal.throwIfAborted();
      const name = proposalFileName(proposal);
      const output = await externalFiles.openOutput(`${folder}/${name}`, {
        createFolder: true,
        keepMode: false,
      });
      await writeWhole(output, proposalMarkdown(proposal));
      written.push(name);
    }
    return { folder, written };
  },
});

async function writeWhole(output: TextOutput, text: string): Promise<void> {
  try {
    await output.write(text);
    await output.close();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
