import * as z from "zod";
import { acceptableFrom, acceptProposal, type Proposal } from "../../decisions/index.ts";
import { agentMemoryTool } from "./dialect.ts";

export const acceptProposalTool = agentMemoryTool({
  name: "accept_proposal",
  canonicalName: "accept_proposal",
  title: "Accept a proposal",
  description:
    "Make a draft proposal that reflection wrote a decision that holds. Needs the role admin, and one hour for review since it was written.",
  operation: acceptProposal,
  input: z.strictObject({ proposal_id: acceptProposal.input.shape.ref.describe("prop_…, or its file name") }),
  hints: { proposal_id: { suggestion: "Send the id of an open proposal (prop_…)." } },
  result: z.object({ status: z.literal("success"), message: z.string(), decision_id: z.string() }),
  toOperation: ({ proposal_id }) => ({ ref: proposal_id }),
  fields: { ref: "proposal_id" },
  fromOperation: ({ proposal, decision, notices }) => ({
    status: "success" as const,
    message: `Proposal ${proposal.id} is now decision ${decision.id}.`,
    decision_id: decision.id,
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ message }) => message,
});

/** A proposal as it is shown outside, in the words of the Agent Memory document. */
export function proposalFields(proposal: Proposal) {
  return {
    proposal_id: proposal.id,
    project: proposal.project,
    target: proposal.target,
    kind: proposal.kind,
    state: proposal.state,
    statement: proposal.statement,
    reasoning: proposal.reasoning,
    domain: proposal.domain,
    explanations: [...proposal.explanations],
    evidence: [...proposal.evidence],
    created_at: proposal.createdAt.toISOString(),
    fed_at: proposal.fedAt.toISOString(),
    acceptable_from: acceptableFrom(proposal).toISOString(),
  };
}
