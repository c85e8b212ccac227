import * as z from "zod";
import { rejectProposal } from "../../app/proposals/reject-proposal.ts";
import { perform } from "../../app/shared/operation.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { defineCommand } from "../command.ts";

export const proposalsReject = defineCommand({
  name: "proposals reject",
  summary: "Reject a proposal. The same evidence does not lead to a new one.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: rejectProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call }) {
    const proposal = await perform(rejectProposal, { ref: id }, await deps(), await call());
    return { json: proposalFields(proposal), text: `${proposal.id} is rejected.` };
  },
});
