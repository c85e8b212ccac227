/** Commands that write decisions as ADRs or as JSON. */

import * as z from "zod";
import { exportAdr as adr, exportJson as json, type ToCheck } from "../../../portability/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { checkAgainFields, checkAgainLines } from "../../../tools/decision-facts.ts";
import { defineCommand } from "../../command.ts";
import { callWithProgress } from "./import.ts";

export const exportAdr = defineCommand({
  name: "export adr",
  summary: "Write all decisions of this project into a folder as architecture decision records.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: adr.input.shape.folder.describe("The folder to write to"),
    create: adr.input.shape.create.describe("Create the folder if there is none."),
    dryRun: adr.input.shape.dryRun.describe("Only show what would be written."),
  }),
  async run(input, context) {
    const { folder, written, unchanged, conflicting, problems, toCheck } = await perform(
      adr,
      input,
      await context.deps(),
      await callWithProgress(context),
    );
    context.terminal.progress("");
    return {
      json: {
        folder,
        dry_run: input.dryRun,
        written,
        unchanged,
        in_the_way: conflicting,
        problems,
        to_check: toCheck.map(checkFields),
      },
      text: [
        `${written.length} files ${input.dryRun ? "would be written" : "written"} to ${folder}, ${unchanged} unchanged.`,
        ...conflicting.map((path) => `${path} already exists with other contents and was not overwritten.`),
        ...problems.map(foldLines),
        ...toCheck.map(
          (one) =>
            `${one.path} should be looked at again: ${checkAgainLines(checkFields(one).check_again).join("; ")}.`,
        ),
      ].join("\n"),
      exitCode: conflicting.length > 0 ? 1 : 0,
    };
  },
});

const checkFields = ({ path, decision, causes }: ToCheck) => ({
  path,
  decision_id: decision,
  ...checkAgainFields(causes),
});

export const exportJson = defineCommand({
  name: "export json",
  summary: "Write everything in the memory of this project as JSON, to a file or to standard output.",
  positionals: ["file"],
  input: z.strictObject({ file: json.input.shape.file.describe("The file to write (standard output)") }),
  async run(input, context) {
    const { file, records } = await perform(
      json,
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
