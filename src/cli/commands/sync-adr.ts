import * as z from "zod";
import { SIDES, type Side } from "../../app/moving/adr-conflict.ts";
import { syncAdr as operation, type SyncReport } from "../../app/moving/sync-adr.ts";
import type { SyncStep } from "../../app/moving/sync-steps.ts";
import { perform } from "../../app/shared/operation.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { noticeText } from "../../tools/wording.ts";
import { differenceLines } from "../adr-differences.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { callWithProgress, DRY_RUN } from "../import-report.ts";
import { table } from "../terminal.ts";

const STEP_LABELS: Readonly<Record<SyncStep["step"], string>> = {
  file_in: "→ memory",
  memory_updated: "→ memory",
  decision_out: "→ folder",
  file_updated: "→ folder",
  conflict: "CONFLICT",
};

const { shape } = operation.input;

export const syncAdr = defineCommand({
  name: "sync adr",
  summary: "Synchronise a folder of architecture decision records with the memory, both ways.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: shape.folder.describe("The folder with the records"),
    create: shape.create.describe("Create the folder if there is none."),
    prefer: shape.prefer.describe("Which side holds where a file and its decision were both changed."),
    dryRun: shape.dryRun.describe(DRY_RUN),
  }),
  async run(input, context) {
    const { terminal } = context;
    const first = await sync(input, context);
    const choices = input.dryRun ? {} : await askAbout(first, context);
    const again = Object.keys(choices).length > 0 ? await sync({ ...input, choices }, context) : undefined;
    const { folder, dryRun, problems } = again ?? first;
    // The second run finds in step what the first one brought there.
    const { inStep } = first;
    const done = again ? first.steps.filter(({ step }) => step !== "conflict") : [];
    const steps = [...done, ...(again ?? first).steps].map((step) => ({
      ...step,
      detail: noticeText(step.detail, context.wording),
    }));
    const conflicts = steps.filter(({ step }) => step === "conflict");
    return {
      json: {
        folder,
        dry_run: dryRun,
        in_step: inStep,
        steps: steps.map(({ step, path, decisionId, detail, differences }) => ({
          step,
          path,
          decision_id: decisionId,
          detail,
          ...(differences && { differences }),
        })),
        conflicts: conflicts.length,
        problems,
      },
      text: [
        ...(steps.length > 0
          ? [
              table(
                steps.map(({ step, path, detail }) => [STEP_LABELS[step], path, detail]),
                terminal.width,
                true,
              ),
            ]
          : []),
        ...withGap(steps.flatMap((step) => differenceLines(step, terminal))),
        `${dryRun ? "Nothing was written. " : ""}${inStep} in step, ${steps.length - conflicts.length} ${dryRun ? "to bring" : "brought"} in step, ${conflicts.length} in conflict.`,
        ...problems.map(foldLines),
      ].join("\n"),
      exitCode: conflicts.length > 0 ? 1 : 0,
    };
  },
});

const withGap = (lines: readonly string[]): readonly string[] => (lines.length > 0 ? [...lines, ""] : []);

async function sync(input: z.input<typeof operation.input>, context: CommandContext): Promise<SyncReport> {
  const report = await perform(operation, input, await context.deps(), await callWithProgress(context));
  context.terminal.progress("");
  return report;
}

/** The side that a person chooses for each conflict, by the path of its file. Nothing without a terminal. */
async function askAbout({ steps }: SyncReport, { terminal }: CommandContext): Promise<Record<string, Side>> {
  const choices: Record<string, Side> = {};
  for (const step of steps.filter(({ differences }) => (differences?.length ?? 0) > 0)) {
    if (step.step !== "conflict") continue;
    const lines = differenceLines(step, terminal).join("\n").trim();
    const answer = await terminal.choose(`${lines}\nWhich side holds?`, [...SIDES, "neither"]);
    if (answer === undefined || answer === "neither") continue;
    choices[step.path] = answer;
  }
  return choices;
}
