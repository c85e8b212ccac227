import * as z from "zod";
import { importServerMemory as operation } from "../../app/moving/import-server-memory.ts";
import { defineCommand } from "../command.ts";
import { DRY_RUN, runImport } from "../import-report.ts";

export const importServerMemory = defineCommand({
  name: "import server-memory",
  summary: "Import the JSONL file of the reference knowledge-graph memory server.",
  positionals: ["file"],
  input: z.strictObject({
    file: operation.input.shape.file.describe("The file to import"),
    dryRun: operation.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(operation),
});
