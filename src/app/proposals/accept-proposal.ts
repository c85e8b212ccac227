import * as z from "zod";
import { MOST_REPLACED } from "../../domain/decisions/decision-store.ts";
import { isolationViolation } from "../../domain/decisions/isolation.ts";
import {
  type Proposal,
  ProposalRef,
  proposalId,
  proposalNotFound,
  REPLACEMENT,
  requireDraft,
  requireReviewed,
} from "../../domain/proposals/proposal.ts";
import { DECISION_ID, ID_PREFIX } from "../../domain/shared/ids.ts";
import { prepareDecision } from "../decisions/capture-decision.ts";
import { askToReplace, humanDecisions, replacementNote } from "../decisions/replace-human-decision.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { withoutLost } from "../decisions/without-lost.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";
import { contradictionNotices, contradictionsToMark } from "./mark-contradictions.ts";
import { withoutLostVerdict } from "./without-lost-verdict.ts";

export const acceptProposal = defineOperation({
  name: "accept-proposal",
  summary: "Make what was proposed a decision that holds.",
  effect: "update",
  role: "admin",
  makesDecision: true,
  input: z.strictObject({ ref: ProposalRef }),
  async run({ ref }, deps: ProposalDeps, call) {
    const id = proposalId(ref);
    const proposal = await deps.store.findProposal(call.scope, id);
    if (!proposal) throw proposalNotFound(ref, call.scope);
    requireDraft(proposal);
    requireReviewed(proposal, deps.clock.now());
    await deps.teamGuard(proposal.project, "proposal.accepted");
    if (proposal.kind === REPLACEMENT)
      return { ...(await acceptReplacement(proposal, deps, call)), notices: [] };
    const { decision, notices } = prepareDecision(
      {
        statement: proposal.statement,
        // If the target is an id, it is not used as a topic.
        ...(!DECISION_ID.test(proposal.target) && { topic: proposal.target }),
        reasoning: proposal.reasoning,
        domain: proposal.domain,
        confidenceStated: false,
        alternatives: [...proposal.explanations],
        assumptions: [],
        risks: [],
        consequences: [],
        questions: [],
        evidence: [
          { kind: "proposal", ref: proposal.id },
          ...proposal.evidence.map((record) => ({ kind: "record" as const, ref: record })),
        ],
      },
      deps,
      { ...call, scope: proposal.project },
    );
    const accepted = await deps.store.acceptProposal(
      proposal.project,
      id,
      { decision, contradictions: await contradictionsToMark(proposal, deps, call) },
      actOf(deps, call),
    );
    deps.afterDecision.embedSoon();
    return {
      ...accepted,
      superseded: [],
      notices: [...notices, ...contradictionNotices(accepted.contradictions)],
    };
  },
  shares: {
    records: ({ proposal, decision }) => [decision.id, proposal.id],
    claims: ({ proposal, superseded }) => [proposal.id, ...superseded.map(({ id }) => id)],
    withoutLost: (done, lost) => withoutLostVerdict(withoutLost(done, lost), lost),
  },
});

/** Replacing a decision of a person takes their consent, whatever the role of the caller. */
async function acceptReplacement(proposal: Proposal, deps: ProposalDeps, call: Call) {
  const { id, project, target } = proposal;
  const draft = await requireDecision(deps, project, target);
  const filter = { scope: project, topic: draft.topic, topicStated: true, standing: "active" as const };
  const { items: olds } = await deps.store.listDecisions(filter, MOST_REPLACED);
  const named = await deps.store.decisionsById(project, proposal.evidence);
  const replaced = [
    ...olds,
    ...named.filter((one) => one.standing === "active" && !olds.some(({ id: old }) => old === one.id)),
  ];
  const theirs = humanDecisions(replaced, call);
  const agrees = theirs.length === 0 || askToReplace(theirs, draft, call) === true;
  if (!agrees) throw isolationViolation(theirs, { remedy: "accept-proposal", id });
  const note = theirs.length > 0 ? replacementNote(theirs, deps, call).text : undefined;
  const linkId = () => deps.ids.next(ID_PREFIX.link);
  // Consent covers what the question named, and not what a person decided in the meantime.
  const holding = call.actor.author.kind === "human" ? undefined : olds.map((old) => old.id);
  return deps.store.acceptReplacement(project, id, { linkId, note, holding }, actOf(deps, call));
}
