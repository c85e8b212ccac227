import { Fault } from "./errors.ts";
import type { Screened } from "./text.ts";

export const PROPOSAL_STATES = ["draft", "accepted", "rejected", "expired"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Why reflection wrote a proposal. */
export const PROPOSAL_KINDS = ["repeated_failures", "contradiction", "refuted"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A draft that reflection wrote. It becomes a decision only through a person or an admin. */
export interface Proposal {
  readonly id: string;
  readonly project: string;
  readonly kind: ProposalKind;
  readonly target: Screened;
  readonly statement: Screened;
  readonly reasoning: Screened;
  readonly domain: string;
  /** What else could explain the evidence. */
  readonly explanations: readonly Screened[];
  /** The ids of the records that speak for it. */
  readonly evidence: readonly string[];
  readonly state: ProposalState;
  readonly createdAt: Date;
  /** When evidence last came in. */
  readonly fedAt: Date;
}

/** Less is an anecdote. */
export const MIN_EVIDENCE = 3;
const REVIEW_WINDOW_MS = 60 * 60_000;

/** `prop_x` or the file name `prop_x.md`. */
export function proposalId(ref: string): string {
  return ref.replace(/\.md$/, "");
}

/** Nobody waves through what was written a moment ago. */
export function requireReviewed({ id, createdAt }: Pick<Proposal, "id" | "createdAt">, now: Date): void {
  const opensAt = createdAt.getTime() + REVIEW_WINDOW_MS;
  const left = opensAt - now.getTime();
  if (left <= 0) return;
  throw new Fault("conflict", `Proposal ${id} is within its review window of one hour.`, {
    reason: "pi1_violation",
    received: id,
    retryAfter: Math.ceil(left / 1000),
    hint: `It can be accepted from ${new Date(opensAt).toISOString()} on.`,
  });
}

export function requireDraft({ id, state }: Pick<Proposal, "id" | "state">): void {
  if (state === "draft") return;
  throw new Fault("conflict", `Proposal ${id} is ${state} already.`, {
    reason: "proposal_closed",
    received: id,
    hint: "`membria proposals` lists the open ones.",
  });
}

export function proposalNotFound(ref: string, scope: string): Fault {
  return new Fault("not_found", `There is no proposal ${ref} in the project ${scope}.`, {
    field: "proposal_id",
    received: ref,
    reason: "proposal_not_found",
    hint: "`membria proposals` lists the open ones.",
  });
}
