/** Commands that import, list imports and undo them, with the report of an import. */

import * as z from "zod";
import type { Deps } from "../../../memory/index.ts";
import {
  importAdr as adr,
  type ImportCounts,
  type ImportedKind,
  type ImportReport,
  importJson as json,
  listImports,
  importMama as mama,
  importServerMemory as serverMemory,
  undoImport,
} from "../../../portability/index.ts";
import { type Call, type Operation, perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { remainingText, removedCopiesLines } from "../../erasure-report.ts";
import { minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";

export const DRY_RUN = "Only show what would happen.";

export const importMama = defineCommand({
  name: "import mama",
  summary:
    "Import a MAMA database: decisions, chains, outcomes, links, checkpoints. The database is not changed.",
  positionals: ["file"],
  input: z.strictObject({
    file: mama.input.shape.file.describe("MAMA's database"),
    dryRun: mama.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(mama),
});

export const importAdr = defineCommand({
  name: "import adr",
  summary:
    "Import a folder of architecture decision records (Nygard, adr-tools, log4brains, MADR), with their relations.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: adr.input.shape.folder.describe("The folder with the records"),
    dryRun: adr.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(adr),
});

export const importServerMemory = defineCommand({
  name: "import server-memory",
  summary: "Import the JSONL file of the reference knowledge-graph memory server.",
  positionals: ["file"],
  input: z.strictObject({
    file: serverMemory.input.shape.file.describe("The file to import"),
    dryRun: serverMemory.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(serverMemory),
});

export const importJson = defineCommand({
  name: "import json",
  summary: "Import a file that membria export json wrote, every record into the project it came from.",
  positionals: ["file"],
  input: z.strictObject({
    file: json.input.shape.file.describe("The file to import"),
    dryRun: json.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(json),
});

export const importList = defineCommand({
  name: "import list",
  summary: "List what was imported into this project, the newest first.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call, terminal }) {
    const ownCall = await call();
    const runs = await perform(listImports, {}, await deps(), ownCall);
    return {
      json: {
        imports: runs.map(({ id, project, kind, source, state, startedAt, counts }) => ({
          run: id,
          project,
          kind,
          source,
          state,
          started_at: startedAt.toISOString(),
          counts,
        })),
      },
      text:
        runs.length === 0
          ? "Nothing has been imported yet."
          : table(
              runs.map(({ id, project, kind, source, state, startedAt }) => [
                id,
                ...(isAcrossProjects(ownCall) ? [project] : []),
                minuteText(startedAt),
                kind,
                state,
                source,
              ]),
              terminal.width,
            ),
    };
  },
});

export const importUndo = defineCommand({
  name: "import undo",
  summary: "Remove everything that one import added.",
  positionals: ["run"],
  input: z.strictObject({
    run: undoImport.input.shape.run.describe("The import's id"),
    yes: z.boolean().default(false).describe("Also remove what was changed since the import."),
  }),
  async run({ run, yes }, { deps, call, installation }) {
    const { removed, changed, remaining, removedCopies } = await perform(
      undoImport,
      { run, evenIfChanged: yes },
      await deps(),
      await call(),
    );
    const left = remainingText(remaining, installation);
    return {
      json: { run, undone: true, removed, changed, remaining: left.json, removed_copies: removedCopies ?? 0 },
      text: [
        `${run} is undone: ${removed.decision} decisions, ${removed.memory} checkpoints and insights, ${removed.link} links and ${removed.proposal} proposals were removed.`,
        ...left.lines,
        ...removedCopiesLines(removedCopies),
      ].join("\n"),
      exitCode: left.exitCode,
    };
  },
});

const NAMES: Readonly<Record<ImportedKind, string>> = {
  decision: "decisions",
  memory: "checkpoints and insights",
  link: "links",
  proposal: "proposals",
};
const KINDS = Object.keys(NAMES) as ImportedKind[];

/** The `run` of every import command. */
function runImport<I extends z.ZodType>(operation: Operation<I, ImportReport, Deps>) {
  return async (input: z.input<I>, context: CommandContext): Promise<CommandResult> =>
    importResult(
      await perform(operation, input, await context.deps(), await callWithProgress(context)),
      context,
    );
}

/** The person's call, with progress shown on the terminal. */
export async function callWithProgress({
  call,
  terminal,
}: Pick<CommandContext, "call" | "terminal">): Promise<Call> {
  return {
    ...(await call()),
    progress: (done, total, message = "") =>
      terminal.progress(`${message} ${done}${total === undefined ? "" : ` of ${total}`}`),
  };
}

function importResult(
  report: ImportReport,
  { terminal, installation }: Pick<CommandContext, "terminal" | "installation">,
): CommandResult {
  terminal.progress("");
  const { counts, verified, problems, run, dryRun } = report;
  const copy = report.copy && installation.show(report.copy);
  return {
    json: {
      source: report.source,
      dry_run: dryRun,
      run: run ?? null,
      resumed: report.resumed,
      ...(copy && { copy }),
      read: counts["read"] ?? 0,
      records: Object.fromEntries(
        KINDS.map((kind) => [NAMES[kind].replaceAll(" ", "_"), countsByResult(counts, kind)]),
      ),
      redacted: counts["redacted"] ?? 0,
      cleaned: counts["cleaned"] ?? 0,
      left_out: (counts["dangling"] ?? 0) + (counts["empty"] ?? 0),
      verified: verified
        ? {
            ok: verified.ok,
            added: verified.added,
            records: verified.records,
            different: verified.different,
            checksum_of_source: verified.checksumOfSource,
            checksum_of_memory: verified.checksumOfMemory,
          }
        : null,
      problems,
    },
    text: lines(report, copy, terminal.width).join("\n"),
    exitCode: verified && !verified.ok ? 1 : 0,
  };
}

function countsByResult(counts: ImportCounts, kind: ImportedKind): Record<string, number> {
  const of = (fate: string): number => counts[`${kind}.${fate}`] ?? 0;
  return { added: of("added"), known: of("known"), erased: of("erased"), refused: of("refused") };
}

function lines(report: ImportReport, copy: string | undefined, width: number): string[] {
  const { counts, verified, problems, run, dryRun, resumed } = report;
  const rows = KINDS.map((kind) => [NAMES[kind], countsByResult(counts, kind)] as const)
    .filter(([, of]) => Object.values(of).some((n) => n > 0))
    .map(([name, { added, known, erased, refused }]) => [
      `  ${name}`,
      `${added} ${dryRun ? "would be added" : "added"}, ${known} known already${erased ? `, ${erased} erased earlier` : ""}${refused ? `, ${refused} left out` : ""}`,
    ]);
  const redacted = counts["redacted"] ?? 0;
  return [
    dryRun
      ? `Nothing was written. From ${report.source}:`
      : run
        ? `${resumed ? "Continued the import of" : "Imported"} ${report.source} as ${run}:`
        : `Nothing new in ${report.source}:`,
    ...(rows.length > 0 ? [table(rows, width)] : []),
    ...(redacted > 0 ? [`${redacted} secrets were replaced before anything was stored.`] : []),
    ...(copy ? [`Copy of the memory before the import: ${copy}`] : []),
    ...(verified ? [verdict(verified)] : []),
    ...problems.map(foldLines),
    ...(run ? [`To undo it: membria import undo ${run}`] : []),
  ];
}

function verdict({
  ok,
  added,
  records,
  different,
  checksumOfMemory,
}: NonNullable<ImportReport["verified"]>): string {
  return ok
    ? `Verified: ${added} records, checksum ${checksumOfMemory.slice(0, 16)} on both sides.`
    : `NOT verified: ${added} were added, ${records} are stored, ${different} differ from the source. Undo the import and try again.`;
}
