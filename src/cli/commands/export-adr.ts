import * as z from "zod";
import { exportAdr as operation } from "../../app/moving/export-adr.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { watchedCall } from "../import-report.ts";

export const exportAdr = defineCommand({
  name: "export adr",
  summary: "Write all decisions of this project into a folder as architecture decision records.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: operation.input.shape.folder.describe("The folder to write to"),
    dryRun: operation.input.shape.dryRun.describe("Say what would be written, and write nothing."),
  }),
  async run(input, context) {
    const { folder, written, unchanged, inTheWay } = await perform(
      operation,
      input,
      await context.deps(),
      await watchedCall(context),
    );
    context.terminal.progress("");
    return {
      json: { folder, dry_run: input.dryRun, written, unchanged, in_the_way: inTheWay },
      text: [
        `${written.length} files ${input.dryRun ? "would be written" : "written"} to ${folder}, ${unchanged} unchanged.`,
        ...inTheWay.map(
          (path) => `${path} is in the way: it is not what would be written, and was left as it is.`,
        ),
      ].join("\n"),
      exitCode: inTheWay.length > 0 ? 1 : 0,
    };
  },
});
