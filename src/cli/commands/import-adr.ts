import * as z from "zod";
import { importAdr as operation } from "../../app/moving/import-adr.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { importResult, watchedCall } from "../import-report.ts";

export const importAdr = defineCommand({
  name: "import adr",
  summary:
    "Bring in a folder of architecture decision records (Nygard, adr-tools, MADR), with their relations.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: operation.input.shape.folder.describe("The folder with the records"),
    dryRun: operation.input.shape.dryRun.describe("Say what would happen, and write nothing."),
  }),
  async run(input, context) {
    const report = await perform(operation, input, await context.deps(), await watchedCall(context));
    return importResult(report, context);
  },
});
