import type { Decision } from "../decisions/decision.ts";
import type { AddedDecision, NewDecision } from "../decisions/decision-store.ts";
import type { Link } from "../links/link.ts";
import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Proposal, ProposalState } from "./proposal.ts";
import type { TargetEvidence } from "./reflection.ts";

export interface ProposalStore {
  /** Stores a draft decision together with the proposal to make it active. @throws as `addDecision`. */
  addDraft(added: NewDecision, proposal: Proposal, act: Act): Promise<AddedDecision>;
  /** If a draft for the same target is already open, nothing is written and that draft is returned. */
  addProposal(proposal: Proposal, act: Act): Promise<{ proposal: Proposal; repeated: boolean }>;
  findProposal(scope: Scope, id: string): Promise<Proposal | undefined>;
  /** Newest first. */
  listProposals(scope: Scope, state: ProposalState | undefined, limit: number): Promise<readonly Proposal[]>;
  /** Replaces the evidence of a draft. @throws Fault `not_found`, or `conflict` if it is no draft. */
  feedProposal(
    scope: Scope,
    id: string,
    fed: Pick<Proposal, "reasoning" | "evidence" | "fedAt">,
    act: Act,
  ): Promise<Proposal>;
  /** Closes a draft and withdraws its draft decision, if it has one. @throws Fault `not_found`, or `conflict` if it is no draft. */
  closeProposal(scope: Scope, id: string, state: "rejected" | "expired", act: Act): Promise<Proposal>;
  /**
   * Accepts a draft and stores the given decision, in one transaction. The links are proposed, approved where they have a
   * review, and become part of the evidence, so that they are no reason for another proposal. @throws as `closeProposal`.
   */
  acceptProposal(
    scope: Scope,
    id: string,
    accepted: { readonly decision: Decision; readonly contradictions: readonly Link[] },
    act: Act,
  ): Promise<{ proposal: Proposal; decision: Decision; contradictions: readonly Link[] }>;
  /**
   * Makes the proposed draft decision active, with a note on it if one is given, and supersedes all active ones on its
   * topic. @throws as `closeProposal`, or Fault `conflict` if they are not those in `holding`, where it is given.
   */
  acceptReplacement(
    scope: Scope,
    id: string,
    replacement: {
      readonly linkId: () => string;
      readonly note?: Screened | undefined;
      readonly holding?: readonly string[] | undefined;
    },
    act: Act,
  ): Promise<{ proposal: Proposal; decision: Decision; superseded: readonly Decision[] }>;
  /**
   * The evidence on the given targets; or, up to a limit, on targets with an open draft and targets with evidence against
   * active decisions, latest first. The evidence per target is limited to the newest.
   */
  evidenceByTarget(
    project: string,
    selection: { readonly targets: readonly string[] } | { readonly limit: number },
  ): Promise<readonly TargetEvidence[]>;
}
