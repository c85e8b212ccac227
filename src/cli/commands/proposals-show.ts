import * as z from "zod";
import { getProposal } from "../../app/proposals/get-proposal.ts";
import { perform } from "../../app/shared/operation.ts";
import { acceptableFrom, type Proposal } from "../../domain/proposals/proposal.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { bullet, indentedText, inQuotes } from "../../tools/record-text.ts";
import { defineCommand } from "../command.ts";
import type { Terminal } from "../terminal.ts";

export const proposalsShow = defineCommand({
  name: "proposals show",
  summary: "Show one proposal whole: its evidence, and what else could explain it.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: getProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call, terminal }) {
    const proposal = await perform(getProposal, { ref: id }, await deps(), await call());
    return { json: proposalFields(proposal), text: card(proposal, terminal) };
  },
});

function card(proposal: Proposal, { style }: Terminal): string {
  const { id, state, kind, target, createdAt, project } = proposal;
  const section = (title: string, items: readonly string[]): string[] => [
    "",
    style("bold", title),
    ...items.flatMap((item) => bullet("  • ", item)),
  ];
  return [
    style("dim", `${id} · ${state} · ${kind} · ${createdAt.toISOString()} · ${project}`),
    style("dim", `about ${inQuotes(target)}`),
    "",
    ...indentedText(proposal.statement).map((line) => style("bold", line)),
    "",
    style("bold", "Reasoning"),
    ...indentedText(proposal.reasoning),
    ...section("What could explain it", proposal.explanations),
    ...section("Evidence", proposal.evidence),
    ...(state === "draft"
      ? [
          "",
          `From ${acceptableFrom(proposal).toISOString()} on: membria proposals accept ${id}`,
          `To reject it: membria proposals reject ${id}`,
        ]
      : []),
  ].join("\n");
}
