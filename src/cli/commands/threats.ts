import * as z from "zod";
import { queryThreats } from "../../app/guidance/query-threats.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { FRAMEWORKS, LANGUAGES } from "../../domain/threats/stacks.ts";
import type { Answer } from "../../tools/tmkb/answer.ts";
import { queryTool, VERBOSITIES } from "../../tools/tmkb/query.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { useTool } from "../use-tool.ts";

const { shape } = queryThreats.input;

export const threats = defineCommand({
  name: "threats",
  summary: "Show what code of this kind tends to get wrong, and the experience of this project with it.",
  positionals: ["task"],
  input: z.strictObject({
    task: shape.context.describe("What you are about to write or to review"),
    file: shape.file.describe("The path of the file that changes"),
    language: z.enum(LANGUAGES).optional().describe("The language of the code to be shown"),
    framework: z.enum(FRAMEWORKS).optional().describe("The framework of the code to be shown"),
    verbosity: z
      .enum(VERBOSITIES)
      .default("human")
      .describe("human: up to 10 patterns; agent: the 3 that an agent gets"),
  }),
  fields: { context: "task" },
  async run({ task, ...where }, context) {
    const { structured } = await useTool(queryTool, { context: task, ...where }, context);
    const text = textOf(structured as unknown as Answer, context.terminal);
    return withProjectsNamed({ json: structured, text }, context);
  },
});

function textOf({ patterns, message, looked_for, notice, memory = [] }: Answer, { style }: Terminal): string {
  return [
    ...patterns.flatMap(({ id, name, severity, threat, check, fix, code }) => [
      `${style("bold", name)}  ${style("dim", `${id}, ${severity}`)}`,
      `  ${threat}`,
      `  Check: ${check}`,
      `  Fix: ${fix}`,
      ...(code === undefined ? [] : code.split("\n").map((line) => style("dim", `    ${line}`))),
      "",
    ]),
    ...memory.map(({ kind, id, text }) => `${style("bold", kind)} ${id}: ${foldLines(text)}`),
    ...(message === undefined ? [] : [message]),
    ...(looked_for === undefined ? [] : [`Looked for: ${looked_for.join("; ")}.`, notice ?? ""]),
    ...(patterns[0] ? [style("dim", `Read one with: membria threats show ${patterns[0].id}`)] : []),
  ].join("\n");
}
