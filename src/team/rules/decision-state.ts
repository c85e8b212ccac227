import {
  type ChangeableState,
  changeDecision,
  type DecisionChange,
  type OutcomeStatus,
  type Proposal,
  progressAfter,
  progressWithout,
  REPLACEMENT,
} from "../../decisions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Screened } from "../../shared/text.ts";
import type { ChangeKey } from "./member-change.ts";
import { inTeamOrder, inTimeOrder, type Placed } from "./membership.ts";

/**
 * What happened to a decision after it was captured. Claims that were lost and outcomes that nobody knows are left out, and
 * so is where it came from, which is no matter of the team.
 */
export type DecisionEvent<By> = ChangeKey & { readonly at: number } & (
    | (Omit<DecisionChange, "capturedIn"> & { readonly kind: "changed"; readonly by: By })
    /** Its words, or what replaced it, are told elsewhere. */
    | { readonly kind: "touched" }
    | { readonly kind: "replaced" }
    | { readonly kind: "outcome"; readonly id: string; readonly status: OutcomeStatus }
    | {
        readonly kind: "reopened";
        readonly outcomes: readonly string[];
        readonly note?: Screened | undefined;
        readonly by: By;
      }
  );

interface Withdrawn<By> {
  readonly at: number;
  readonly by: By;
}

export interface SettledDecision<By> {
  readonly state: ChangeableState<By>;
  /** By the id of the outcome: the first withdrawal by time. */
  readonly withdrawn: ReadonlyMap<string, Withdrawn<By>>;
}

/**
 * The state of a decision from how it began and everything that happened to it. Time decides, then the key: which change
 * arrived first, and on which machine, does not matter.
 */
export function settleDecision<By>(
  first: ChangeableState<By>,
  events: readonly DecisionEvent<By>[],
): SettledDecision<By> {
  const withdrawn = new Map<string, Withdrawn<By>>();
  const outcomes = new Set<string>();
  let state = first;
  for (const event of [...events].sort(inTimeOrder)) {
    const at = new Date(event.at);
    const touched = { ...state, updatedAt: at > state.updatedAt ? at : state.updatedAt };
    switch (event.kind) {
      case "changed":
        state = changeDecision(state, event, event.by, at);
        break;
      case "touched":
        state = touched;
        break;
      case "replaced":
        state = { ...touched, standing: "superseded" };
        break;
      case "outcome":
        outcomes.add(event.id);
        // A withdrawal by a machine whose clock is behind may stand before the outcome that it withdraws.
        state = withdrawn.has(event.id)
          ? touched
          : { ...touched, progress: progressAfter(state, event.status) };
        break;
      case "reopened": {
        for (const id of event.outcomes)
          if (!withdrawn.has(id)) withdrawn.set(id, { at: event.at, by: event.by });
        const someCounts = [...outcomes].some((id) => !withdrawn.has(id));
        const progress = someCounts ? undefined : progressWithout(state);
        state = changeDecision(state, { progress, note: event.note }, event.by, at);
      }
    }
  }
  return { state, withdrawn };
}

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
interface LinkFacts<L> {
  stateOf(link: L): string;
  /** Whether it can be reviewed as it is. */
  isOpen(link: L, verdict: "approved" | "rejected"): boolean;
}

interface SettledLink<L> {
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

/** A decision that was made for a place that another one had already. */
export interface LostPlace {
  readonly project: string;
  /** The decision that is a draft now. */
  readonly draft: string;
  readonly domain: string;
  /** What is in its place: a decision, or the verdict on the proposal that it was made from. */
  readonly winner: string;
  /** What both wanted to replace, or the proposal that both settled. */
  readonly wanted: readonly string[];
  readonly at: number;
}

/** Every machine makes the same proposal, so its id follows from the draft. */
export const replacementId = (draft: string): string =>
  draft.replace(new RegExp(`^${ID_PREFIX.decision}_`), `${ID_PREFIX.proposal}_`);

/** Its texts contain only ids, so that erasing a decision leaves none of its text behind. */
export function replacementFor({ project, draft, domain, winner, wanted, at }: LostPlace): Proposal {
  const text = (words: string): Screened => words as Screened;
  const about = wanted.join(", ");
  const isDecision = winner.startsWith(`${ID_PREFIX.decision}_`);
  return {
    id: replacementId(draft),
    project,
    kind: REPLACEMENT,
    target: text(draft),
    statement: text(
      isDecision
        ? `Let ${draft} take the place of ${winner}.`
        : `Let ${draft} hold, although ${about} was ${winner}.`,
    ),
    reasoning: text(
      isDecision
        ? `Two machines replaced ${about} without knowing of each other, and ${winner} was first.`
        : `Two machines settled ${about} without knowing of each other, and it was ${winner} first.`,
    ),
    domain,
    explanations: [],
    evidence: [draft, ...(isDecision ? [winner] : []), ...wanted],
    state: "draft",
    createdAt: new Date(at),
    fedAt: new Date(at),
  };
}
