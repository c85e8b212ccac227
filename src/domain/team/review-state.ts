import { inTeamOrder, type Placed } from "./positions.ts";

/** What happened to a link. `L` is the link as the store has it. */
export type LinkEvent<L> = Placed &
  (
    | { readonly kind: "stored"; readonly link: L }
    | {
        readonly kind: "reviewed";
        readonly verdict: "approved" | "rejected";
        readonly review: (link: L) => L;
      }
    | { readonly kind: "removed" }
  );

/** How a store tells the state of a link. */
export interface LinkFacts<L> {
  stateOf(link: L): string;
  /** Whether it can be reviewed as it is. */
  isOpen(link: L, verdict: "approved" | "rejected"): boolean;
}

export interface SettledLink<L> {
  readonly link: L | undefined;
  /** Reviews that came after another one, with the verdict that was first. */
  readonly late: ReadonlyMap<LinkEvent<L>, string>;
}

/**
 * Of several reviews the first one holds, unless the link can still be reviewed. One that was rejected may be proposed
 * again, and waits for a new review.
 */
export function settleLink<L>(events: readonly LinkEvent<L>[], facts: LinkFacts<L>): SettledLink<L> {
  const late = new Map<LinkEvent<L>, string>();
  let link: L | undefined;
  for (const event of [...events].sort(inTeamOrder)) {
    if (event.kind === "removed") {
      link = undefined;
    } else if (event.kind === "stored") {
      if (link === undefined || facts.stateOf(link) === "rejected") link = event.link;
    } else if (link !== undefined) {
      if (facts.isOpen(link, event.verdict)) link = event.review(link);
      else late.set(event, facts.stateOf(link) === "active" ? "approved" : "rejected");
    }
  }
  return { link, late };
}

/** What happened to a proposal. */
export type ProposalEvent<F> = Placed & { readonly at: number } & (
    | { readonly kind: "fed"; readonly fed: F }
    | {
        readonly kind: "closed";
        readonly state: "accepted" | "rejected" | "expired";
        readonly decision?: string | undefined;
      }
  );

export interface SettledProposal<F> {
  /** The last by time. */
  readonly fed?: F | undefined;
  readonly closed?: Extract<ProposalEvent<F>, { kind: "closed" }> | undefined;
  /** Those that came after the first one. */
  readonly late: readonly Extract<ProposalEvent<F>, { kind: "closed" }>[];
}

/** The first to accept or reject a proposal has settled it. */
export function settleProposal<F>(events: readonly ProposalEvent<F>[]): SettledProposal<F> {
  type Closed = Extract<ProposalEvent<F>, { kind: "closed" }>;
  const closings = events.filter((event): event is Closed => event.kind === "closed").sort(inTeamOrder);
  const feeding = events
    .filter((event) => event.kind === "fed")
    .sort((a, b) => a.at - b.at || inTeamOrder({ ...a, position: 0 }, { ...b, position: 0 }));
  const [closed, ...late] = closings;
  return { fed: feeding.at(-1)?.fed, closed, late };
}
