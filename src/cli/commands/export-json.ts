import * as z from "zod";
import { exportJson as operation } from "../../app/moving/export-json.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { callWithProgress } from "../import-report.ts";

export const exportJson = defineCommand({
  name: "export json",
  summary: "Write everything in the memory of this project as JSON, to a file or to standard output.",
  positionals: ["file"],
  input: z.strictObject({ file: operation.input.shape.file.describe("The file to write (standard output)") }),
  async run(input, context) {
    const { file, records } = await perform(
      operation,
      input,
      await context.deps(),
      await callWithProgress(context),
    );
    context.terminal.progress("");
    // Standard output already has the export.
    if (file === undefined) return { json: undefined, text: "" };
    return { json: { file, records }, text: `${records} records written to ${file}.` };
  },
});
