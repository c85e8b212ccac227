import * as z from "zod";
import { DECISION_ID } from "../domain/ids.ts";
import {
  ProposalRef,
  proposalId,
  proposalNotFound,
  requireDraft,
  requireReviewed,
} from "../domain/proposal.ts";
import { prepareDecision } from "./capture-decision.ts";
import { actOf, defineOperation } from "./operation.ts";

export const acceptProposal = defineOperation({
  name: "accept-proposal",
  summary: "Make a proposal that reflection wrote a decision that holds.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ ref: ProposalRef }),
  async run({ ref }, deps, call) {
    const id = proposalId(ref);
    const proposal = await deps.store.findProposal(call.scope, id);
    if (!proposal) throw proposalNotFound(ref, call.scope);
    requireDraft(proposal);
    requireReviewed(proposal, deps.clock.now());
    const { decision, notices } = prepareDecision(
      {
        statement: proposal.statement,
        // A decision without a stated topic is a target by its id, and an id is no topic.
        ...(!DECISION_ID.test(proposal.target) && { topic: proposal.target }),
        reasoning: proposal.reasoning,
        domain: proposal.domain,
        confidenceStated: false,
        alternatives: [...proposal.explanations],
        assumptions: [],
        risks: [],
        consequences: [],
        evidence: [
          { kind: "proposal", ref: proposal.id },
          ...proposal.evidence.map((record) => ({ kind: "record" as const, ref: record })),
        ],
      },
      deps,
      { ...call, scope: proposal.project },
    );
    const accepted = await deps.store.acceptProposal(proposal.project, id, decision, actOf(deps, call));
    deps.meaning.embedSoon();
    return { ...accepted, notices };
  },
});
