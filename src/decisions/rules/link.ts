/** Links between decisions, their review, and what their store offers. */

import type { Author } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";

import type { Progress, Standing } from "./decision.ts";

/** `supersedes` is created by the memory. The others are proposed by anybody and approved by a person. */
export const RELATIONS = ["supersedes", "refines", "contradicts", "depends_on"] as const;
export type Relation = (typeof RELATIONS)[number];

export const PROPOSABLE_RELATIONS = [
  "refines",
  "contradicts",
  "depends_on",
] as const satisfies readonly Relation[];
export type ProposableRelation = (typeof PROPOSABLE_RELATIONS)[number];

export const LINK_STATES = ["pending", "active", "rejected"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/**
 * Where a link came from: `auto` was created by a machine in a legacy database and may be cleaned up, `governed` was
 * proposed or approved by somebody there, `memory` was created here.
 */
export const LINK_ORIGINS = ["auto", "governed", "memory"] as const;
export type LinkOrigin = (typeof LINK_ORIGINS)[number];

export const LINK_VERDICTS = ["approved", "rejected"] as const;
export type LinkVerdict = (typeof LINK_VERDICTS)[number];

/**
 * The client asked the person and reported the answer; or a person typed a command; or nobody could be asked, so that the
 * call itself counts.
 */
export const REVIEW_WAYS = ["asked", "typed", "called"] as const;

/** An approval or rejection of a link. Reviews are appended and never edited. */
export interface LinkReview {
  readonly verdict: LinkVerdict;
  readonly by: Author;
  readonly client: Screened;
  readonly how: (typeof REVIEW_WAYS)[number];
  readonly at: Date;
  readonly reason?: Screened | undefined;
}

/** The two decisions of a link and their relation. */
export interface LinkEnds {
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
}

/** Further facts from the memory that a link was imported from. */
export interface LinkSourceFacts {
  /** Its name for the relation. */
  readonly relation?: string | undefined;
  readonly weight?: number | undefined;
  readonly approvedAt?: Date | undefined;
}

/** How two decisions relate, and who proposed and reviewed it. */
export interface Link extends LinkEnds {
  readonly id: string;
  readonly project: string;
  readonly state: LinkState;
  readonly origin: LinkOrigin;
  readonly reason: Screened;
  readonly evidence?: Screened | undefined;
  /** The decision in whose context the link was noticed. */
  readonly contextDecision?: string | undefined;
  /** The similarity of the two decisions, if the link was suggested because of it. */
  readonly suggestedBy?: number | undefined;
  readonly proposedBy: Author;
  readonly proposedAt: Date;
  readonly reviews: readonly LinkReview[];
  readonly sourceFacts?: LinkSourceFacts | undefined;
  /** Set if it replaces its duplicate, so that both count as one decision. */
  readonly merge?: LinkMerge | undefined;
  /** The duplicate that it was taken over from when the two were merged. */
  readonly mergedFrom?: string | undefined;
}

/** The state before the merge, for whoever takes it back. */
export interface LinkMerge {
  /** The standing of the duplicate. */
  readonly standing: Standing;
  /** The progress of the decision that was kept. */
  readonly progress: Progress;
}

/** `field` is the input field that names the second decision. */
export function requireTwoEnds(from: string, to: string, field = "to"): void {
  if (from !== to) return;
  throw new Fault("invalid", `Decision ${from} cannot be linked to itself.`, {
    field,
    received: to,
    reason: "self_link",
    hint: "Name two different decisions.",
  });
}

/** A contradiction has no direction; everything else does. */
export function sameLink(a: LinkEnds, b: LinkEnds): boolean {
  if (a.relation !== b.relation) return false;
  return (
    (a.from === b.from && a.to === b.to) ||
    (a.relation === "contradicts" && a.from === b.to && a.to === b.from)
  );
}

/** What refines a decision often depends on it, too, and the one says nothing against the other. */
const AGREEING: ReadonlySet<Relation> = new Set(["refines", "depends_on"]);

const agree = (a: LinkEnds, b: LinkEnds): boolean =>
  a.relation !== b.relation && AGREEING.has(a.relation) && AGREEING.has(b.relation);

/** Links in force between the same two decisions that say something else. Whoever approves a link has to know of them. */
export function conflictsOf(link: LinkEnds, between: readonly Link[]): readonly Link[] {
  const ends = new Set([link.from, link.to]);
  return between.filter(
    (other) =>
      other.state === "active" &&
      ends.has(other.from) &&
      ends.has(other.to) &&
      !sameLink(other, link) &&
      !agree(other, link),
  );
}

export const linkSentence = ({ from, relation, to }: LinkEnds): string => `${from} ${relation} ${to}`;

/**
 * Only pending links can be reviewed, except that an auto link may be approved, which protects it, and that a dependence
 * may be rejected when it is in force: what a decision rests on changes, and it would have to be checked again for ever.
 */
export function isReviewable(
  { state, origin, relation }: { readonly state: string; readonly origin: string; readonly relation: string },
  verdict: LinkVerdict,
): boolean {
  if (state === "pending") return true;
  return state === "active" && (verdict === "approved" ? origin === "auto" : relation === "depends_on");
}

export function requireReviewable(link: Link, verdict: LinkVerdict): void {
  if (isReviewable(link, verdict)) return;
  const last = link.reviews.at(-1);
  throw new Fault(
    "conflict",
    `The link ${linkSentence(link)} is ${link.state} already${last ? `, since ${last.at.toISOString()}` : ""}.`,
    {
      reason: "not_pending",
      received: link.state,
      hint:
        link.state === "rejected"
          ? "To bring it up again, propose it anew with what is new about it."
          : "There is nothing to do.",
      remedies: link.state === "rejected" ? [] : [{ remedy: "list-pending-links" }],
    },
  );
}

export function linkNotFound(what: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no link ${what} ${where}.`, {
    reason: "link_not_found",
    received: what,
    remedies: [{ remedy: "list-pending-links" }, { remedy: "propose-link" }],
  });
}

export interface ProposedLink {
  readonly link: Link;
  /** `known` if the same link was already pending or in force; `again` if it had been rejected. */
  readonly as: "new" | "again" | "known";
}

/** A link with its position in the order of links. */
export interface PlacedLink {
  readonly link: Link;
  /** Only the store can interpret it. The next page starts after it, and a restored link returns to it. */
  readonly place: string;
}

export interface LinkCounts {
  readonly total: number;
  /** Links that a machine made in a legacy database. */
  readonly auto: number;
}

/** A clean-up that was started. If it is interrupted it continues with the same backup. */
export interface LinkCleanup {
  readonly id: string;
  readonly project: string;
  readonly backup: string;
  readonly checksum: string;
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  readonly total: number;
  readonly removed: number;
}
