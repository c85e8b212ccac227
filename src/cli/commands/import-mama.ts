import * as z from "zod";
import { importMama as operation } from "../../app/moving/import-mama.ts";
import { defineCommand } from "../command.ts";
import { DRY_RUN, runImport } from "../import-report.ts";

export const importMama = defineCommand({
  name: "import mama",
  summary:
    "Import a MAMA database: decisions, chains, outcomes, links, checkpoints. The database is not changed.",
  positionals: ["file"],
  input: z.strictObject({
    file: operation.input.shape.file.describe("MAMA's database"),
    dryRun: operation.input.shape.dryRun.describe(DRY_RUN),
  }),
  run: runImport(operation),
});
