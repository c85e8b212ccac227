import { Fault } from "./errors.ts";
import type { Screened } from "./text.ts";

/** A draft that reflection wrote. It becomes a decision only through a person or an admin. */
export interface Proposal {
  readonly id: string;
  readonly project: string;
  readonly statement: Screened;
  readonly reasoning: Screened;
  /** The records that speak for it. */
  readonly evidence: readonly string[];
  readonly createdAt: Date;
}

const REVIEW_WINDOW_MS = 60 * 60_000;

/** `prop_x` or the file name `prop_x.md`. */
export function proposalId(ref: string): string {
  return ref.replace(/\.md$/, "");
}

/** Nobody waves through what was written a moment ago. */
export function requireReviewed(proposal: Proposal, now: Date): void {
  const opensAt = proposal.createdAt.getTime() + REVIEW_WINDOW_MS;
  const left = opensAt - now.getTime();
  if (left <= 0) return;
  throw new Fault("conflict", `Proposal ${proposal.id} is within its review window of one hour.`, {
    reason: "pi1_violation",
    received: proposal.id,
    retryAfter: Math.ceil(left / 1000),
    hint: `It can be accepted from ${new Date(opensAt).toISOString()} on.`,
  });
}
