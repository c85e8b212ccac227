import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { getThreat } from "../../app/threats/get-threat.ts";
import type { Threat } from "../../domain/threats/threat.ts";
import { defineCommand } from "../command.ts";
import type { Terminal } from "../terminal.ts";

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
