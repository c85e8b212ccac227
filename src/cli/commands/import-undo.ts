import * as z from "zod";
import { undoImport } from "../../app/moving/undo-import-run.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { remainingText, removedCopiesLines } from "../remaining-text.ts";

export const importUndo = defineCommand({
  name: "import undo",
  summary: "Remove everything that one import added.",
  positionals: ["run"],
  input: z.strictObject({
    run: undoImport.input.shape.run.describe("The import's id"),
    yes: z.boolean().default(false).describe("Also remove what was changed since the import."),
  }),
  async run({ run, yes }, { deps, call, installation }) {
    const { removed, changed, remaining, removedCopies } = await perform(
      undoImport,
      { run, evenIfChanged: yes },
      await deps(),
      await call(),
    );
    const left = remainingText(remaining, installation);
    return {
      json: { run, undone: true, removed, changed, remaining: left.json, removed_copies: removedCopies ?? 0 },
      text: [
        `${run} is undone: ${removed.decision} decisions, ${removed.memory} checkpoints and insights, ${removed.link} links and ${removed.proposal} proposals were removed.`,
        ...left.lines,
        ...removedCopiesLines(removedCopies),
      ].join("\n"),
      exitCode: left.exitCode,
    };
  },
});
