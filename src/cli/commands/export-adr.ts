import * as z from "zod";
import { exportAdr as operation, type ToCheck } from "../../app/moving/export-adr.ts";
import { perform } from "../../app/shared/operation.ts";
import { checkAgainFields, checkAgainLines } from "../../tools/check-again-words.ts";
import { defineCommand } from "../command.ts";
import { callWithProgress } from "../import-report.ts";

export const exportAdr = defineCommand({
  name: "export adr",
  summary: "Write all decisions of this project into a folder as architecture decision records.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: operation.input.shape.folder.describe("The folder to write to"),
    create: operation.input.shape.create.describe("Create the folder if there is none."),
    dryRun: operation.input.shape.dryRun.describe("Only show what would be written."),
  }),
  async run(input, context) {
    const { folder, written, unchanged, conflicting, toCheck } = await perform(
      operation,
      input,
      await context.deps(),
      await callWithProgress(context),
    );
    context.terminal.progress("");
    return {
      json: {
        folder,
        dry_run: input.dryRun,
        written,
        unchanged,
        in_the_way: conflicting,
        to_check: toCheck.map(checkFields),
      },
      text: [
        `${written.length} files ${input.dryRun ? "would be written" : "written"} to ${folder}, ${unchanged} unchanged.`,
        ...conflicting.map((path) => `${path} already exists with other contents and was not overwritten.`),
        ...toCheck.map(
          (one) =>
            `${one.path} should be looked at again: ${checkAgainLines(checkFields(one).check_again).join("; ")}.`,
        ),
      ].join("\n"),
      exitCode: conflicting.length > 0 ? 1 : 0,
    };
  },
});

const checkFields = ({ path, decision, causes }: ToCheck) => ({
  path,
  decision_id: decision,
  ...checkAgainFields(causes),
});
