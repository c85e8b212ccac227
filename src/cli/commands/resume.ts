import * as z from "zod";
import { loadCheckpoint } from "../../app/continuity/load-checkpoint.ts";
import { noCheckout } from "../../app/shared/checkout.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import type { RestartData } from "../../tools/mama-family/restart.ts";
import { changeCounts, changeLines, sessionLines } from "../../tools/mama-family/restart-text.ts";
import { memoryLoadCheckpointTool } from "../../tools/memory/load-checkpoint.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { shorten, type Terminal } from "../terminal.ts";
import { useTool } from "../use-tool.ts";

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
