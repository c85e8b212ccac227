import type { Decision } from "../decisions/decision.ts";
import type { AddedDecision, NewDecision } from "../decisions/decision-store.ts";
import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Proposal, ProposalState } from "./proposal.ts";
import type { TargetEvidence } from "./reflection.ts";

export interface ProposalStore {
  /** Stores a draft decision together with the proposal that would let it hold. @throws as `addDecision`. */
  addDraft(added: NewDecision, proposal: Proposal, act: Act): Promise<AddedDecision>;
  /** While another draft is open for the same target nothing is written, and that one is returned. */
  addProposal(proposal: Proposal, act: Act): Promise<{ proposal: Proposal; repeated: boolean }>;
  findProposal(scope: Scope, id: string): Promise<Proposal | undefined>;
  /** The newest first. */
  listProposals(scope: Scope, state: ProposalState | undefined, limit: number): Promise<readonly Proposal[]>;
  /** Replaces what speaks for a draft. @throws Fault `not_found`, or `conflict` when it is no draft. */
  feedProposal(
    scope: Scope,
    id: string,
    fed: Pick<Proposal, "reasoning" | "evidence" | "fedAt">,
    act: Act,
  ): Promise<Proposal>;
  /** Ends a draft; the decision that it would have let hold is withdrawn. @throws Fault `not_found`, or `conflict` when it is no draft. */
  closeProposal(scope: Scope, id: string, state: "rejected" | "expired", act: Act): Promise<Proposal>;
  /** Makes a draft the decision given, in one unit of work. @throws as `closeProposal`. */
  acceptProposal(
    scope: Scope,
    id: string,
    decision: Decision,
    act: Act,
  ): Promise<{ proposal: Proposal; decision: Decision }>;
  /** Lets the draft decision that is proposed hold, in place of all that holds for its topic. @throws as `closeProposal`. */
  acceptReplacement(
    scope: Scope,
    id: string,
    linkId: () => string,
    act: Act,
  ): Promise<{ proposal: Proposal; decision: Decision; superseded: readonly Decision[] }>;
  /**
   * What is known about the targets named; or else, up to a limit, about those with an open draft and those where
   * something speaks against decisions that hold, the latest first. Per target it is bounded too: the newest count.
   */
  evidenceByTarget(
    project: string,
    wanted: { readonly targets: readonly string[] } | { readonly limit: number },
  ): Promise<readonly TargetEvidence[]>;
}
