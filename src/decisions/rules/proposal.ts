/** Proposals: drafts of decisions that a person or an admin accepts or rejects, and what their store offers. */

import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import { HOUR_MS } from "../../shared/time.ts";

export const PROPOSAL_STATES = ["draft", "accepted", "rejected", "expired"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/**
 * Why reflection wrote a proposal, in the order in which it checks. Failures come first, because they say more than
 * decisions that merely contradict each other.
 */
export const REFLECTED_KINDS = ["repeated_failures", "refuted", "contradiction"] as const;
export type ReflectedKind = (typeof REFLECTED_KINDS)[number];

/** An agent's draft that would replace a decision of a person. Its target is the id of the draft. */
export const REPLACEMENT = "replacement";

export const PROPOSAL_KINDS = [...REFLECTED_KINDS, REPLACEMENT] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A decision suggested by reflection, or by an agent that may not make it. Only a person or an admin can accept it. */
export interface Proposal {
  readonly id: string;
  readonly project: string;
  readonly kind: ProposalKind;
  readonly target: Screened;
  readonly statement: Screened;
  readonly reasoning: Screened;
  readonly domain: string;
  /** Other possible explanations of the evidence. */
  readonly explanations: readonly Screened[];
  /** The ids of the records that support it. */
  readonly evidence: readonly string[];
  readonly state: ProposalState;
  readonly createdAt: Date;
  /** When evidence was last added. */
  readonly fedAt: Date;
}

/** Less evidence is not enough for a proposal. */
export const MIN_EVIDENCE = 3;
const REVIEW_WINDOW_MS = HOUR_MS;

/** How a caller names a proposal. */
export const ProposalRef = z.string().min(1).max(200);

/** Takes `prop_x` or the file name `prop_x.md`. */
export function proposalId(ref: string): string {
  return ref.replace(/\.md$/, "");
}

/** When it can be accepted. A replacement needs no review window, because an agent asked for it. */
export function acceptableFrom({ createdAt, kind }: Pick<Proposal, "createdAt" | "kind">): Date {
  return kind === REPLACEMENT ? createdAt : new Date(createdAt.getTime() + REVIEW_WINDOW_MS);
}

/** @throws Fault before the review window has passed. */
export function requireReviewed(proposal: Pick<Proposal, "id" | "createdAt" | "kind">, now: Date): void {
  const { id } = proposal;
  const opensAt = acceptableFrom(proposal);
  const left = opensAt.getTime() - now.getTime();
  if (left <= 0) return;
  throw new Fault("conflict", `Proposal ${id} is within its review window of one hour.`, {
    reason: "pi1_violation",
    received: id,
    retryAfter: Math.ceil(left / 1000),
    hint: `It can be accepted from ${opensAt.toISOString()} on.`,
  });
}

export function requireDraft({ id, state }: Pick<Proposal, "id" | "state">): void {
  if (state === "draft") return;
  throw new Fault("conflict", `Proposal ${id} is ${state} already.`, {
    reason: "proposal_closed",
    received: id,
    remedies: [{ remedy: "list-proposals" }],
  });
}

export function proposalNotFound(ref: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no proposal ${ref} ${where}.`, {
    field: "ref",
    received: ref,
    reason: "proposal_not_found",
    remedies: [{ remedy: "list-proposals" }],
  });
}
