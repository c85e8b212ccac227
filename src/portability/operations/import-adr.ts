import * as z from "zod";
import { findDecision } from "../../decisions/index.ts";
import { type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { AdrFolder, RefusedAdr } from "../rules/adr.ts";
import { type AdrFile, memoryHash } from "../rules/adr-state.ts";
import { sha256 } from "../rules/import-store.ts";
import { adrFiles, saveAdrFiles } from "../sql/adr-files.ts";
import type { MovingDeps } from "./deps.ts";
import { type AdrEntry, aliasOf, identityReader, mapAdr, mapAdrLinks } from "./map-adr.ts";
import {
  type ImportSource,
  nothingToImport,
  runImport,
  type SourceBatch,
  screeningCounts,
  startRecordMaker,
} from "./run-import.ts";

const FILES = 100;

export const importAdr = defineOperation({
  name: "import-adr",
  summary: "Bring in a folder of architecture decision records, with their status and relations.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ folder: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ folder: path, dryRun }, deps: MovingDeps, call) {
    const folder = await deps.externalFiles.openAdrFolder(path, { create: false });
    const { entries, refused } = await readEntries(folder);
    if (entries.length === 0) {
      throw nothingToImport(
        [
          `There are no architecture decision records in ${path}.`,
          ...refused.map(({ because }) => because),
        ].join(" "),
        { field: "folder", received: path },
        "A record is a Markdown file with a title and a status, or a number in its name: 0001-use-postgres.md.",
      );
    }
    const report = await runImport(
      await adrSource(path, folder, { added: entries, linking: entries, refused }, deps, call),
      { dryRun },
      deps,
      call,
    );
    if (!dryRun) await saveFileStates(folder, deps, call);
    return report;
  },
  shares: { records: ({ run }) => (run === undefined ? [] : "many") },
});

/** `refused` says which files have more than is read. */
export async function readEntries(
  folder: AdrFolder,
): Promise<{ readonly entries: readonly AdrEntry[]; readonly refused: readonly RefusedAdr[] }> {
  const { records, refused } = await folder.files();
  const entries = records.flatMap((source) => {
    const content = folder.read(source);
    return content ? [{ source, content }] : [];
  });
  return { entries, refused };
}

export interface ImportedFiles {
  /** The files to import. */
  readonly added: readonly AdrEntry[];
  /** The files whose relations become links. */
  readonly linking: readonly AdrEntry[];
  /** The files to report as left out. */
  readonly refused: readonly RefusedAdr[];
}

export async function adrSource(
  name: string,
  folder: AdrFolder,
  { added, linking, refused }: ImportedFiles,
  deps: MovingDeps,
  call: Call,
): Promise<ImportSource> {
  const filed = await adrFiles(deps.memory, projectOf(call), folder.name);
  const known = new Map(filed.map(({ path, decisionId }) => [path, decisionId]));
  const { entries } = await readEntries(folder);
  const identityOf = identityReader(entries, filed);
  const refs = new Map(entries.map((entry) => [entry.source.path, identityOf(entry)]));
  const refOf = (path: string): string => known.get(path) ?? refs.get(path) ?? aliasOf(folder.name, path);
  const files = entries.map(({ source: { path }, content: { number } }) => ({ path, number }));
  const now = deps.clock.now();

  async function* batches(after = "files.0"): AsyncGenerator<SourceBatch> {
    const [part, done] = after.split(".");
    for (let from = part === "files" ? Number(done) : added.length; from < added.length; from += FILES) {
      const slice = added.slice(from, from + FILES);
      const make = startRecordMaker(deps, call);
      const records = slice.map((entry) => mapAdr(entry, folder, make, now, identityOf(entry)));
      yield {
        records,
        position: `files.${from + slice.length}`,
        counts: { ...screeningCounts(make.screen), read: slice.length },
      };
    }
    const make = startRecordMaker(deps, call);
    const mapped = linking.map((entry) => mapAdrLinks(entry, files, refOf, make, now));
    const dangling = mapped.flatMap((each) => each.dangling);
    yield {
      records: mapped.flatMap(({ links }) => links),
      position: "links.0",
      counts: {
        ...(dangling.length > 0 && { dangling: dangling.length }),
        ...(refused.length > 0 && { empty: refused.length }),
      },
      problems: [...refused.map(({ because }) => because), ...dangling],
    };
  }

  return {
    kind: "adr",
    name,
    fingerprint: sha256(
      JSON.stringify([folder.name, linking.map(({ source }) => [source.path, source.hash])]),
    ),
    total: added.length,
    batches,
  };
}

/** Stores the standing of each decision with its file, which is only known once the links are imported. */
export async function saveFileStates(folder: AdrFolder, { memory }: MovingDeps, call: Call): Promise<void> {
  const settled: AdrFile[] = [];
  for (const file of await adrFiles(memory, projectOf(call), folder.name)) {
    const decision = file.memoryHash === "" && (await findDecision(memory, file.project, file.decisionId));
    if (decision) settled.push({ ...file, memoryHash: memoryHash(decision) });
  }
  if (settled.length > 0) await saveAdrFiles(memory, settled);
}
