import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { DependenceStore } from "./dependence-store.ts";
import type { Link, LinkEnds, LinkReview, LinkState, Relation } from "./link.ts";
import type { LinkUpkeepStore } from "./link-upkeep-store.ts";
import type { QualityStore } from "./quality.ts";

export interface ProposedLink {
  readonly link: Link;
  /** `known` if the same link was already pending or in force; `again` if it had been rejected. */
  readonly as: "new" | "again" | "known";
}

/** Links between decisions. Erasing a decision removes its links. */
export interface LinkStore extends LinkUpkeepStore, QualityStore, DependenceStore {
  /**
   * Stores a proposed link, unless the same link exists. With `mostSuggestions` it is a suggestion: it returns undefined
   * if that many suggestions are already waiting for a review, and a rejected suggestion is not proposed again.
   * @throws Fault `not_found` if one of its decisions is not in its project.
   */
  proposeLink(link: Link, act: Act, mostSuggestions?: number): Promise<ProposedLink | undefined>;
  /** By its id or by the ids of its two decisions. A contradiction is found in either direction. */
  findLink(scope: Scope, link: string | LinkEnds): Promise<Link | undefined>;
  /** Links waiting for a review, oldest first, and their total number. */
  pendingLinks(
    scope: Scope,
    ends: { readonly from?: string | undefined; readonly to?: string | undefined },
    limit: number,
  ): Promise<{ readonly items: readonly Link[]; readonly total: number }>;
  /** The number of suggestions waiting for a review. */
  openSuggestions(project: string): Promise<number>;
  /** Links in any state and direction between two decisions. */
  linksBetween(scope: Scope, one: string, other: string): Promise<readonly Link[]>;
  /** Links that start or end at one of the decisions, newest first. */
  linksOf(
    scope: Scope,
    decisionIds: readonly string[],
    relations: readonly Relation[],
    states: readonly LinkState[],
    limit: number,
  ): Promise<readonly Link[]>;
  /** Contradictions in force between decisions that both hold, newest first. */
  contradictions(scope: Scope, limit: number): Promise<readonly Link[]>;
  /** @throws Fault `not_found`, or `conflict` if it cannot be reviewed or would close a circle of dependences. */
  reviewLink(scope: Scope, id: string, review: LinkReview, act: Act): Promise<Link>;
  /** Links in force at these decisions: per decision at most `perDecision` outgoing and as many incoming ones. */
  neighbours(
    scope: Scope,
    decisionIds: readonly string[],
    relations: readonly Relation[],
    perDecision: number,
  ): Promise<readonly LinkEnds[]>;
}
