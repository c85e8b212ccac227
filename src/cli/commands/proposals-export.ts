import * as z from "zod";
import { exportProposals } from "../../app/moving/export-proposals.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";

export const proposalsExport = defineCommand({
  name: "proposals export",
  summary: "Write each open proposal into a folder as a Markdown file, to review it there.",
  positionals: ["folder"],
  completes: { folder: "proposals" },
  input: z.strictObject({ folder: exportProposals.input.shape.folder.describe("The folder to write to") }),
  async run(input, { deps, call }) {
    const { folder, written } = await perform(exportProposals, input, await deps(), await call());
    return {
      json: { folder, written },
      text:
        written.length === 0
          ? "There are no open proposals, so nothing was written."
          : [
              `${written.length} proposals written to ${folder}.`,
              `Accept one by the name of its file: membria proposals accept ${written[0]}`,
            ].join("\n"),
    };
  },
});
