import * as z from "zod";
import { acceptProposal } from "../../app/proposals/accept-proposal.ts";
import { perform } from "../../app/shared/operation.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";

export const proposalsAccept = defineCommand({
  name: "proposals accept",
  summary:
    "Turn a proposal into a decision that holds. One from reflection can be accepted an hour after it was written.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: acceptProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call, terminal, wording }) {
    const {
      proposal,
      decision,
      superseded,
      notices: rawNotices,
    } = await perform(acceptProposal, { ref: id }, await deps(), await call());
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    return {
      json: {
        proposal: proposalFields(proposal),
        decision: decisionFields(decision),
        superseded: superseded.map((old) => old.id),
        notices,
      },
      text: [
        `${proposal.id} is now the decision ${terminal.style("bold", decision.id)}.`,
        ...superseded.map((old) => `${old.id} no longer holds: it is superseded.`),
        ...notices,
      ].join("\n"),
    };
  },
});
