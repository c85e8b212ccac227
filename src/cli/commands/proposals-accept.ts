import * as z from "zod";
import { acceptProposal } from "../../app/proposals/accept-proposal.ts";
import { perform } from "../../app/shared/operation.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { sayNotice } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";

export const proposalsAccept = defineCommand({
  name: "proposals accept",
  summary: "Make a proposal a decision that holds; one of reflection from one hour after it was written on.",
  positionals: ["id"],
  input: z.strictObject({ id: acceptProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call, terminal, wording }) {
    const {
      proposal,
      decision,
      superseded,
      notices: said,
    } = await perform(acceptProposal, { ref: id }, await deps(), await call());
    const notices = said.map((notice) => sayNotice(notice, wording));
    return {
      json: {
        proposal: proposalFields(proposal),
        decision: decisionFields(decision),
        superseded: superseded.map((old) => old.id),
        notices,
      },
      text: [
        `${proposal.id} is now ${terminal.style("bold", decision.id)}, and holds.`,
        ...superseded.map((old) => `${old.id} no longer holds: it is superseded.`),
        ...notices,
      ].join("\n"),
    };
  },
});
