import * as z from "zod";
import { importMama as operation } from "../../app/moving/import-mama.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { importResult, watchedCall } from "../import-report.ts";

export const importMama = defineCommand({
  name: "import mama",
  summary: "Bring in a MAMA database: decisions, chains, outcomes, links, checkpoints. It is left as it is.",
  positionals: ["file"],
  input: z.strictObject({
    file: operation.input.shape.file.describe("MAMA's database"),
    dryRun: operation.input.shape.dryRun.describe("Say what would happen, and write nothing."),
  }),
  async run(input, context) {
    const report = await perform(operation, input, await context.deps(), await watchedCall(context));
    return importResult(report, context);
  },
});
