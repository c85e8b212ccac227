import * as z from "zod";
import { saveCheckpoint } from "../../app/continuity/save-checkpoint.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { memorySaveCheckpointTool } from "../../tools/memory/save-checkpoint.ts";
import { defineCommand } from "../command.ts";
import { readInput } from "../read-input.ts";
import { useTool } from "../use-tool.ts";

const { shape } = saveCheckpoint.input;

export const checkpoint = defineCommand({
  name: "checkpoint",
  summary:
    "Save where the work stands, for the next session. Without SUMMARY it is read from standard input.",
  positionals: ["summary"],
  input: z.strictObject({
    summary: shape.summary
      .optional()
      .describe("Goal & Progress, Evidence, Unfinished & Risks, as headings (read from standard input)"),
    openFile: shape.openFiles.describe("A file that the work is in."),
    next: shape.nextSteps.unwrap().optional().describe("What the next session should do, and how to start"),
  }),
  fields: { openFiles: "openFile", nextSteps: "next" },
  longTexts: ["summary", "next"],
  async run({ summary, openFile, next }, context) {
    const { structured, text } = await useTool(
      memorySaveCheckpointTool,
      {
        summary: summary ?? (await summaryFromInput()),
        open_files: openFile.length > 0 ? openFile : undefined,
        next_steps: next,
      },
      context,
    );
    return { json: structured, text };
  },
});

async function summaryFromInput(): Promise<string> {
  const typed = await readInput();
  if (typed !== undefined && typed.trim() !== "") return typed;
  throw new Fault("invalid", "There is no summary: none was given, and standard input is empty.", {
    field: "summary",
    reason: "missing_argument",
    hint: 'Give it in quotes, or on standard input: membria checkpoint < notes.md --next "Run the tests"',
  });
}
