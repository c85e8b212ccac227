import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Link, LinkEnds, LinkReview, LinkState, Relation } from "./link.ts";
import type { LinkUpkeepStore } from "./link-upkeep-store.ts";
import type { QualityStore } from "./quality.ts";

export interface ProposedLink {
  readonly link: Link;
  /** `known` when the same link was pending or in force already; `again` when it had been rejected. */
  readonly as: "new" | "again" | "known";
}

/** How decisions relate. Erasing a decision takes its links with it. */
export interface LinkStore extends LinkUpkeepStore, QualityStore {
  /**
   * Keeps a proposal, unless the same link is there already. With a limit it is a suggestion: undefined when so many
   * suggestions wait for a review, and one that was rejected does not come back.
   * @throws Fault `not_found` when one of its ends is not in its project.
   */
  proposeLink(link: Link, act: Act, mostSuggestions?: number): Promise<ProposedLink | undefined>;
  /** By its id, or by its ends, which are named by id; a contradiction is found from both sides. */
  findLink(scope: Scope, link: string | LinkEnds): Promise<Link | undefined>;
  /** Those that wait for a review, the oldest first, and how many there are in all. */
  pendingLinks(
    scope: Scope,
    ends: { readonly from?: string | undefined; readonly to?: string | undefined },
    limit: number,
  ): Promise<{ readonly items: readonly Link[]; readonly total: number }>;
  /** Suggestions that wait for a review. */
  openSuggestions(project: string): Promise<number>;
  /** Links in any state and direction between two decisions. */
  linksBetween(scope: Scope, one: string, other: string): Promise<readonly Link[]>;
  /** Links that touch one of the decisions, the newest first. */
  linksOf(
    scope: Scope,
    decisionIds: readonly string[],
    relations: readonly Relation[],
    states: readonly LinkState[],
    limit: number,
  ): Promise<readonly Link[]>;
  /** @throws Fault `not_found`, or `conflict` when it does not wait for a review. */
  reviewLink(scope: Scope, id: string, review: LinkReview, act: Act): Promise<Link>;
  /** Links in force that touch one of the decisions, at most `perDecision` of each at each end. */
  neighbours(
    scope: Scope,
    decisionIds: readonly string[],
    relations: readonly Relation[],
    perDecision: number,
  ): Promise<readonly LinkEnds[]>;
}
