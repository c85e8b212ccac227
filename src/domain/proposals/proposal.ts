import * as z from "zod";
import { Fault } from "../shared/errors.ts";
import type { Screened } from "../shared/text.ts";
import { HOUR_MS } from "../shared/time.ts";

export const PROPOSAL_STATES = ["draft", "accepted", "rejected", "expired"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/**
 * Why reflection wrote a proposal, in the order in which it looks: what was seen to fail tells more than what merely
 * does not go together.
 */
export const REFLECTED_KINDS = ["repeated_failures", "refuted", "contradiction"] as const;
export type ReflectedKind = (typeof REFLECTED_KINDS)[number];

/** An agent's draft that would take the place of what a person decided. Its target is the draft, by its id. */
export const REPLACEMENT = "replacement";

export const PROPOSAL_KINDS = [...REFLECTED_KINDS, REPLACEMENT] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** What reflection, or an agent that may not do it itself, would have decided. Only a person or an admin decides it. */
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
const REVIEW_WINDOW_MS = HOUR_MS;

/** How a caller names a proposal. */
export const ProposalRef = z.string().min(1).max(200);

/** `prop_x` or the file name `prop_x.md`. */
export function proposalId(ref: string): string {
  return ref.replace(/\.md$/, "");
}

/** From then on it can be accepted. What somebody asked for needs no time to be doubted. */
export function acceptableFrom({ createdAt, kind }: Pick<Proposal, "createdAt" | "kind">): Date {
  return kind === REPLACEMENT ? createdAt : new Date(createdAt.getTime() + REVIEW_WINDOW_MS);
}

/** Nobody waves through what was written a moment ago. */
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
