/** Commands that carry work from one session to the next: checkpoint and resume. */

import * as z from "zod";
import { loadCheckpoint, saveCheckpoint } from "../../../sessions/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { noCheckout } from "../../../shared/operations/checkout.ts";
import { foldLines } from "../../../shared/text.ts";
import {
  changeCounts,
  changeLines,
  type RestartData,
  sessionLines,
} from "../../../tools/mama-family/checkpoint-tools.ts";
import { memoryLoadCheckpointTool, memorySaveCheckpointTool } from "../../../tools/memory/sessions.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { shorten, type Terminal } from "../../terminal.ts";
import { readInput } from "../../typed-input.ts";
import { useTool } from "../../use-tool.ts";

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

/** A person can scroll, so nothing is left out. */
const NO_TOKEN_LIMIT = 100_000;

export const resume = defineCommand({
  name: "resume",
  summary: "Show where the last session stood, what changed since, and what to check again.",
  positionals: [],
  input: z.strictObject({ mode: loadCheckpoint.input.shape.mode.describe("How much of it.") }),
  async run({ mode }, context) {
    // The folder that this is typed in may be of another project than the latest checkpoint.
    const elsewhere = isAcrossProjects(await context.call());
    const deps = async () => ({ ...(await context.deps()), ...(elsewhere && { checkout: noCheckout }) });
    const { structured } = await useTool(
      memoryLoadCheckpointTool,
      { mode, max_tokens: NO_TOKEN_LIMIT },
      { ...context, deps },
    );
    const { data, notices = [] } = structured as { data: RestartData; notices?: string[] };
    return { json: structured, text: page(data, notices, context.terminal) };
  },
});

function page(data: RestartData, notices: readonly string[], terminal: Terminal): string {
  const bullets = (lines: readonly string[]): string[] =>
    lines.map((line) => `  • ${shorten(line, terminal.width - 4)}`);
  const doubts = data.may_no_longer_hold.flatMap(({ claim, because }) => [
    ...bullets([claim]),
    terminal.style("dim", `    ${foldLines(because)}`),
  ]);
  return [
    terminal.style("dim", `${data.checkpoint_id} · ${data.timestamp} · ${data.author} · ${data.project}`),
    "",
    ...sessionLines(data),
    "",
    terminal.style("bold", `Since then: ${changeCounts(data.changed_since).join(", ")}`),
    ...bullets(changeLines(data.changed_since)),
    ...(doubts.length > 0
      ? ["", terminal.style("bold", "Verified then, may no longer hold"), ...doubts]
      : []),
    ...(notices.length > 0 ? ["", ...notices] : []),
  ].join("\n");
}
