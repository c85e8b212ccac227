/** The store of proposals: drafts, feeds, closes and accepts them. */

import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { makeChange } from "../../store/log/change.ts";
import { type AddedDecision, type Decision, MOST_REPLACED, type NewDecision } from "../rules/decision.ts";
import type { Link } from "../rules/link.ts";
import {
  type Proposal,
  type ProposalState,
  proposalNotFound,
  REPLACEMENT,
  requireDraft,
} from "../rules/proposal.ts";
import type { TargetEvidence } from "../rules/reflection.ts";
import { decisionsByIdIn, findDecisionIn, readRequiredDecision } from "./decision-rows.ts";
import {
  activeOnTopic,
  addDecisionIn,
  captureDecision,
  requireHolding,
  storeDecisionChange,
  supersede,
} from "./decisions.ts";
import { proposeLink, reviewLink } from "./links.ts";
import {
  aboutProposal,
  proposalClosed,
  proposalDrafted,
  proposalFed,
  proposalOf,
  proposalRow,
  proposalsOn,
  type StoredProposalRow,
  subjectOf,
} from "./proposal-rows.ts";
import { evidenceByTargetIn } from "./target-evidence.ts";

/** If a draft for the same target is already open, nothing is written and that draft is returned. */
export function addProposal(
  memory: Connection,
  proposal: Proposal,
  act: Act,
): Promise<{ proposal: Proposal; repeated: boolean }> {
  return memory.write((sql) => {
    const [open] = proposalsOn(sql, proposal.project, proposal.target).filter(isOpen);
    if (open) return { proposal: open, repeated: true };
    draftProposal(sql, proposal, act);
    return { proposal, repeated: false };
  });
}

/** Stores a draft decision together with the proposal to make it active. @throws as `addDecision`. */
export function addDraft(
  memory: Connection,
  added: NewDecision,
  proposal: Proposal,
  act: Act,
): Promise<AddedDecision> {
  return memory.write((sql) => addDecisionIn(sql, added, act, () => draftProposal(sql, proposal, act)));
}

export function findProposal(memory: Connection, scope: Scope, id: string): Promise<Proposal | undefined> {
  return memory.read((sql) => find(sql, scope, id));
}

/** Newest first. */
export function readProposals(
  memory: Connection,
  scope: Scope,
  state: ProposalState | undefined,
  limit: number,
): Promise<readonly Proposal[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"), ["state = ?", state]);
    const rows = sql.all<StoredProposalRow>(
      `SELECT * FROM proposals WHERE ${inScope.sql} ORDER BY created_at DESC, id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    );
    return rows.map(proposalOf);
  });
}

/** Replaces the evidence of a draft. @throws Fault `not_found`, or `conflict` if it is no draft. */
export function feedProposal(
  memory: Connection,
  scope: Scope,
  id: string,
  fed: Pick<Proposal, "reasoning" | "evidence" | "fedAt">,
  act: Act,
): Promise<Proposal> {
  return memory.write((sql) => feed(sql, requireOpen(sql, scope, id), fed, act));
}

/** Closes a draft and withdraws its draft decision, if it has one. @throws Fault `not_found`, or `conflict` if it is no draft. */
export function closeProposal(
  memory: Connection,
  scope: Scope,
  id: string,
  state: "rejected" | "expired",
  act: Act,
): Promise<Proposal> {
  return memory.write((sql) => {
    const proposal = requireOpen(sql, scope, id);
    close(sql, proposal, state, [], act);
    if (proposal.kind === REPLACEMENT) withdraw(sql, proposal, act);
    return { ...proposal, state };
  });
}

/**
 * Accepts a draft and stores the given decision, in one transaction. The links are proposed, approved where they have a
 * review, and become part of the evidence, so that they are no reason for another proposal. @throws as `closeProposal`.
 */
export function storeAcceptance(
  memory: Connection,
  scope: Scope,
  id: string,
  { decision, contradictions }: { readonly decision: Decision; readonly contradictions: readonly Link[] },
  act: Act,
): Promise<{ proposal: Proposal; decision: Decision; contradictions: readonly Link[] }> {
  return memory.write((sql) => {
    const open = requireOpen(sql, scope, id);
    const marked = contradictions.map((link) => markContradiction(sql, link, act));
    const evidence = [...new Set([...open.evidence, ...marked.map((link) => link.id)])];
    const proposal = marked.length > 0 ? feed(sql, open, { ...open, evidence }, act) : open;
    close(sql, proposal, "accepted", [decision.id], act);
    captureDecision(sql, decision, act);
    return { proposal: { ...proposal, state: "accepted" }, decision, contradictions: marked };
  });
}

/**
 * Makes the proposed draft decision active, with a note on it if one is given, and supersedes all active ones on its
 * topic. @throws as `closeProposal`, or Fault `conflict` if they are not those in `holding`, where it is given.
 */
export function storeAcceptedReplacement(
  memory: Connection,
  scope: Scope,
  id: string,
  {
    linkId,
    note,
    holding,
  }: {
    readonly linkId: () => string;
    readonly note?: Screened | undefined;
    readonly holding?: readonly string[] | undefined;
  },
  act: Act,
): Promise<{ proposal: Proposal; decision: Decision; superseded: readonly Decision[] }> {
  return memory.write((sql) => {
    const proposal = requireOpen(sql, scope, id);
    const draft = readRequiredDecision(sql, proposal.project, proposal.target);
    if (holding) requireHolding(sql, draft, holding);
    close(sql, proposal, "accepted", [draft.id], act);
    storeDecisionChange(sql, draft, { standing: "active", note }, act, proposal.id);
    const supersedes = inItsPlace(sql, proposal, draft).map((ref) => ({ ref, linkId: linkId() }));
    const added = { decision: draft, supersedes, supersedesBecause: draft.reasoning };
    const superseded = supersede(sql, added, act);
    return {
      proposal: { ...proposal, state: "accepted" },
      decision: readRequiredDecision(sql, proposal.project, draft.id),
      superseded,
    };
  });
}

/**
 * The evidence on the given targets; or, up to a limit, on targets with an open draft and targets with evidence against
 * active decisions, latest first. The evidence per target is limited to the newest.
 */
export function evidenceByTarget(
  memory: Connection,
  project: string,
  selection: { readonly targets: readonly string[] } | { readonly limit: number },
): Promise<readonly TargetEvidence[]> {
  return memory.read((sql) => evidenceByTargetIn(sql, project, selection));
}

/** The decisions that hold on its topic, and those named by the proposal that hold: another machine may have been first without a topic. */
function inItsPlace(sql: Sql, { evidence }: Proposal, draft: Decision): string[] {
  const onTopic = activeOnTopic(sql, draft, MOST_REPLACED).map(({ id }) => id);
  const named = decisionsByIdIn(sql, draft.project, evidence).filter(
    ({ id, standing }) => standing === "active" && id !== draft.id,
  );
  return [...new Set([...onTopic, ...named.map(({ id }) => id)])];
}

const isOpen = ({ state }: Proposal): boolean => state === "draft";

function find(sql: Sql, scope: Scope, id: string): Proposal | undefined {
  const inScope = allOf(ofScope(scope, "project"));
  const row = sql.get<StoredProposalRow>(
    `SELECT * FROM proposals WHERE id = ? AND ${inScope.sql}`,
    id,
    ...inScope.values,
  );
  return row && proposalOf(row);
}

function requireOpen(sql: Sql, scope: Scope, id: string): Proposal {
  const proposal = find(sql, scope, id);
  if (!proposal) throw proposalNotFound(id, scope);
  requireDraft(proposal);
  return proposal;
}

function feed(
  sql: Sql,
  proposal: Proposal,
  { reasoning, evidence, fedAt }: Pick<Proposal, "reasoning" | "evidence" | "fedAt">,
  act: Act,
): Proposal {
  const args = { fed_at: fedAt.getTime(), reasoning, evidence };
  const parts = [{ about: aboutProposal(proposal), args }];
  makeChange(sql, act, proposalFed, subjectOf(proposal), parts, evidence);
  return { ...proposal, reasoning, evidence, fedAt };
}

/** Another process may have put the same link in force in the meantime. */
function markContradiction(sql: Sql, { reviews, ...link }: Link, act: Act): Link {
  const proposed = proposeLink(sql, { ...link, reviews: [] }, act)?.link ?? { ...link, reviews };
  const [review] = reviews;
  return review && proposed.state === "pending"
    ? reviewLink(sql, link.project, proposed.id, review, act)
    : proposed;
}

/** The draft decision will not become active, so it is deprecated. */
function withdraw(sql: Sql, { id, project, target }: Proposal, act: Act): void {
  const draft = findDecisionIn(sql, project, target);
  if (draft?.standing === "draft") storeDecisionChange(sql, draft, { standing: "deprecated" }, act, id);
}

function draftProposal(sql: Sql, proposal: Proposal, act: Act): void {
  const parts = [{ about: aboutProposal(proposal), args: proposalRow(proposal) }];
  makeChange(sql, act, proposalDrafted, subjectOf(proposal), parts, proposal.evidence);
}

function close(
  sql: Sql,
  proposal: Proposal,
  state: Exclude<ProposalState, "draft">,
  refs: readonly string[],
  act: Act,
): void {
  makeChange(sql, act, proposalClosed[state], subjectOf(proposal), [{ about: [], args: {} }], refs);
}
