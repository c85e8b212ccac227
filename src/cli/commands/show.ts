import * as z from "zod";
import { getDecision } from "../../app/get-decision.ts";
import { perform } from "../../app/operation.ts";
import { currentConfidence, type Decision } from "../../domain/decision.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { defineCommand } from "../command.ts";
import { shorten, type Terminal } from "../terminal.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show one decision whole.",
  positionals: ["id"],
  input: z.strictObject({ id: getDecision.input.shape.ref.describe("The decision's id") }),
  async run({ id }, { deps, call, terminal }) {
    const { decision, similar } = await perform(getDecision, { ref: id }, await deps(), await call());
    const alike = similar.map(({ decision: other }) => ({
      decision_id: other.id,
      statement: other.statement,
    }));
    return {
      json: { ...decisionFields(decision), similar_decisions: alike },
      text: [
        card(decision, terminal),
        ...section(
          "Similar",
          alike.map((other) => `${other.decision_id}  ${shorten(other.statement, terminal.width - 30)}`),
          terminal,
        ),
      ].join("\n"),
    };
  },
});

function card(decision: Decision, terminal: Terminal): string {
  const confidence = currentConfidence(decision);
  const facts = [
    decision.standing,
    decision.progress,
    decision.domain,
    confidence === undefined ? "no confidence stated" : `${Math.round(confidence * 100)} % confident`,
    decision.outcome ? `${decision.outcome.status} (${decision.outcome.score})` : "no outcome yet",
  ];
  return [
    terminal.style("bold", decision.statement),
    terminal.style("dim", `${decision.id} · ${facts.join(" · ")}`),
    terminal.style(
      "dim",
      `${decision.createdAt.toISOString()} · ${decision.author.name} (${decision.author.kind}) · ${decision.project}`,
    ),
    ...(decision.reasoning ? ["", decision.reasoning] : []),
    ...section("Alternatives", decision.alternatives, terminal),
    ...section("Assumptions", decision.assumptions, terminal),
    ...section("Risks", decision.risks, terminal),
    ...section("Consequences", decision.consequences, terminal),
    ...section(
      "Evidence",
      [
        ...decision.evidence.map(({ kind, ref }) => `${kind}: ${ref}`),
        ...(decision.linkedPr ? [`pr: ${decision.linkedPr}`] : []),
        ...(decision.linkedCommit ? [`commit: ${decision.linkedCommit}`] : []),
      ],
      terminal,
    ),
    ...section(
      "Notes",
      decision.notes.map(({ at, by, text }) => `${at.toISOString().slice(0, 10)} ${by.name}: ${text}`),
      terminal,
    ),
  ].join("\n");
}

function section(title: string, items: readonly string[], terminal: Terminal): string[] {
  return items.length === 0 ? [] : ["", terminal.style("bold", title), ...items.map((item) => `  • ${item}`)];
}
