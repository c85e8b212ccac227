import { acceptableFrom, type Proposal } from "../../domain/proposals/proposal.ts";

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
