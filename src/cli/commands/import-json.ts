import * as z from "zod";
import { importJson as operation } from "../../app/moving/import-json.ts";
import { defineCommand } from "../command.ts";
import { DRY_RUN, runImport } from "../import-report.ts";

export const importJson = defineCommand({
  name: "import json",
  summary: "Import a file that membria export json wrote, every record into the project it came from.",
  positionals: ["file"],
  input: z.strictObject({
    file: operation.input.shape.file.describe("The file to import"),
    dryRun: operation.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(operation),
});
