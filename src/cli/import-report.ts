import type * as z from "zod";
import type { Deps } from "../app/deps.ts";
import type { ImportReport } from "../app/moving/run-import.ts";
import { type Call, type Operation, perform } from "../app/shared/operation.ts";
import type { ImportCounts } from "../domain/moving/import-store.ts";
import type { ImportedKind } from "../domain/moving/imported-record.ts";
import { foldLines } from "../domain/shared/lines.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { table } from "./terminal.ts";

const NAMES: Readonly<Record<ImportedKind, string>> = {
  decision: "decisions",
  memory: "checkpoints and insights",
  link: "links",
  proposal: "proposals",
};
const KINDS = Object.keys(NAMES) as ImportedKind[];

export const DRY_RUN = "Only show what would happen.";

/** The `run` of every import command. */
export const runImport =
  <I extends z.ZodType>(operation: Operation<I, ImportReport, Deps>) =>
  async (input: z.input<I>, context: CommandContext): Promise<CommandResult> =>
    importResult(
      await perform(operation, input, await context.deps(), await callWithProgress(context)),
      context,
    );

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
