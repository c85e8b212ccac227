import { PROPOSAL_STATES, type Proposal } from "../../domain/proposals/proposal.ts";
import type { LostTo } from "../shared/sharing.ts";

/** The proposal as it is if another machine of the team had settled it first. */
export function withoutLostVerdict<R extends { readonly proposal: Proposal }>(
  done: R,
  lost: readonly LostTo[],
): R {
  const first = lost.find(({ subject }) => subject === done.proposal.id)?.winner;
  const state = PROPOSAL_STATES.find((known) => known === first);
  return state === undefined ? done : { ...done, proposal: { ...done.proposal, state } };
}
