/** Commands about patterns of threats: threats and threats show. */

import * as z from "zod";
import { queryThreats } from "../../../learning/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { FRAMEWORKS, getThreat, LANGUAGES, type Threat } from "../../../threats/index.ts";
import { type Answer, queryTool, VERBOSITIES } from "../../../tools/tmkb/query.ts";
import { withProjectsNamed } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import type { Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

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

export const threatsShow = defineCommand({
  name: "threats show",
  summary: "Show one threat pattern completely: the flaw, an attack, what helps, code and a test.",
  positionals: ["id"],
  input: z.strictObject({ id: getThreat.input.shape.id.describe("The name of the pattern") }),
  async run({ id }, { deps, call, terminal }) {
    const threat = await perform(getThreat, { id }, await deps(), await call());
    return { json: threat, text: card(threat, terminal) };
  },
});

function card(threat: Threat, { style }: Terminal): string {
  const { id, severity, likelihood, cwe, owasp, attack, mitigations, related } = threat;
  const section = (title: string, text: string): string[] => ["", style("bold", title), text.trimEnd()];
  const stacks = threat.code.map(({ framework }) => framework).join(", ") || "no code";
  return [
    style("bold", threat.name),
    style(
      "dim",
      `${id} · ${severity}, likelihood ${likelihood} · ${stacks} · ${[...cwe, ...owasp].join(", ")}`,
    ),
    "",
    threat.description.trimEnd(),
    ...(attack === undefined ? [] : section("The attack", attack)),
    ...section("What a model misses", threat.misses),
    ...section("Check", threat.agent.check),
    ...section("Fix", threat.agent.fix),
    ...(mitigations.length === 0
      ? []
      : section(
          "What helps",
          mitigations.map((step) => `• ${step.do} (effort ${step.effort}) ${step.tradeoff}`).join("\n"),
        )),
    ...threat.code.flatMap(({ language, framework, notes, vulnerable, fixed, test }) => [
      ...(notes === undefined ? [] : section(`In ${framework}, ${language}`, notes)),
      ...section(`Vulnerable, ${framework}`, vulnerable),
      ...section(`Fixed, ${framework}`, fixed),
      ...(test === undefined ? [] : section(`A test that catches it, ${framework}`, test)),
    ]),
    ...(related.length === 0 ? [] : section("See also", related.join(", "))),
  ].join("\n");
}
