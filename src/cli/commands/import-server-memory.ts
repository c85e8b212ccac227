import * as z from "zod";
import { importServerMemory as operation } from "../../app/moving/import-server-memory.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { importResult, watchedCall } from "../import-report.ts";

export const importServerMemory = defineCommand({
  name: "import server-memory",
  summary: "Bring in the JSONL file of the reference knowledge-graph memory server.",
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
