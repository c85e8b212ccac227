import * as z from "zod";
import { importAdr as operation } from "../../app/moving/import-adr.ts";
import { defineCommand } from "../command.ts";
import { DRY_RUN, runImport } from "../import-report.ts";

export const importAdr = defineCommand({
  name: "import adr",
  summary:
    "Import a folder of architecture decision records (Nygard, adr-tools, log4brains, MADR), with their relations.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: operation.input.shape.folder.describe("The folder with the records"),
    dryRun: operation.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(operation),
});
