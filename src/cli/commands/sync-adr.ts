import * as z from "zod";
import type { SyncStep } from "../../app/moving/plan-adr-sync.ts";
import { syncAdr as operation } from "../../app/moving/sync-adr.ts";
import { perform } from "../../app/shared/operation.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";
import { callWithProgress, DRY_RUN } from "../import-report.ts";
import { table } from "../terminal.ts";

const STEP_LABELS: Readonly<Record<SyncStep["step"], string>> = {
  file_in: "→ memory",
  memory_updated: "→ memory",
  decision_out: "→ folder",
  file_updated: "→ folder",
  conflict: "CONFLICT",
};

export const syncAdr = defineCommand({
  name: "sync adr",
  summary: "Synchronise a folder of architecture decision records with the memory, both ways.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: operation.input.shape.folder.describe("The folder with the records"),
    create: operation.input.shape.create.describe("Create the folder if there is none."),
    dryRun: operation.input.shape.dryRun.describe(DRY_RUN),
  }),
  async run(input, context) {
    const { terminal } = context;
    const report = await perform(operation, input, await context.deps(), await callWithProgress(context));
    terminal.progress("");
    const { inStep, problems, folder, dryRun } = report;
    const steps = report.steps.map((step) => ({ ...step, detail: noticeText(step.detail, context.wording) }));
    const conflicts = steps.filter(({ step }) => step === "conflict");
    return {
      json: {
        folder,
        dry_run: dryRun,
        in_step: inStep,
        steps: steps.map(({ step, path, decisionId, detail }) => ({
          step,
          path,
          decision_id: decisionId,
          detail,
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
        `${dryRun ? "Nothing was written. " : ""}${inStep} in step, ${steps.length - conflicts.length} ${dryRun ? "to bring" : "brought"} in step, ${conflicts.length} in conflict.`,
        ...problems.map(foldLines),
      ].join("\n"),
      exitCode: conflicts.length > 0 ? 1 : 0,
    };
  },
});
