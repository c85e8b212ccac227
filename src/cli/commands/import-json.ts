import * as z from "zod";
import { importJson as operation } from "../../app/moving/import-json.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { importResult, watchedCall } from "../import-report.ts";

export const importJson = defineCommand({
  name: "import json",
  summary: "Bring in what membria export json wrote, every record into the project it came from.",
  positionals: ["file"],
  input: z.strictObject({
    file: operation.input.shape.file.describe("The file to bring in"),
    dryRun: operation.input.shape.dryRun.describe("Say what would happen, and write nothing."),
  }),
  async run(input, context) {
    const report = await perform(operation, input, await context.deps(), await watchedCall(context));
    return importResult(report, context);
  },
});
