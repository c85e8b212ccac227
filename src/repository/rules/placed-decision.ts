import type { Decision } from "../../decisions/index.ts";
import type { Commit } from "../../shared/ports.ts";
import type { AnchorState } from "./anchor-state.ts";

/** How a decision is known to be about a place, the nearest first. */
export const PLACED_BY = [
  /** The place is within what it is anchored to. */
  "symbol",
  /** The commit that wrote the line carried it out. */
  "line",
  /** A commit that wrote other lines of the same function carried it out. */
  "function",
  /** It is anchored to the file or cites it. */
  "file",
  /** It is anchored to another place in the file. */
  "beside",
  /** The session in which it was captured had touched the file. */
  "touched",
  /** It cites a folder that the file is in. */
  "folder",
] as const;
export type PlacedBy = (typeof PLACED_BY)[number];

export interface PlacedDecision {
  readonly decision: Decision;
  readonly by: PlacedBy;
  /** The earlier decision about the place that it replaced. */
  readonly replaces?: string | undefined;
  /** What became of the place, if it is an anchor. */
  readonly state?: AnchorState | undefined;
  /** What carried it out, newest first. */
  readonly commits: readonly Commit[];
}

/** The nearest first; among those as near, what was decided shortly before the line was written, then the newest. */
export function byNearness(
  a: Pick<PlacedDecision, "decision" | "by">,
  b: Pick<PlacedDecision, "decision" | "by">,
  writtenAt: Date | undefined,
): number {
  return (
    PLACED_BY.indexOf(a.by) - PLACED_BY.indexOf(b.by) ||
    distance(a.decision, writtenAt) - distance(b.decision, writtenAt) ||
    b.decision.createdAt.getTime() - a.decision.createdAt.getTime() ||
    (a.decision.id < b.decision.id ? -1 : 1)
  );
}

/** What was decided after a line was written is no reason for it. */
function distance({ createdAt }: Decision, writtenAt: Date | undefined): number {
  if (writtenAt === undefined) return 0;
  const before = writtenAt.getTime() - createdAt.getTime();
  return before >= 0 ? before : Number.MAX_SAFE_INTEGER;
}

/** In what way a change seems to go against what was decided. */
export const AGAINST_RULES = [
  "ruled-out",
  "choice-removed",
  "anchor-changed",
  "anchor-gone",
  "failed-before",
] as const;
export type AgainstRule = (typeof AGAINST_RULES)[number];

/** A place of a change that seems to go against a decision. Only a person can tell whether it does. */
export interface GoingAgainst {
  readonly rule: AgainstRule;
  readonly decision: Decision;
  readonly path: string;
  /** In the new state, or in the old one for what is gone. */
  readonly line: number;
  /** The package or the anchored place that it is about. */
  readonly about: string;
}

/** In our own words; what the decision says is quoted by whoever shows it. */
export const AGAINST_WORDS: Readonly<Record<AgainstRule, (about: string) => string>> = {
  "ruled-out": (about) => `adds ${about}, which seems to be what was ruled out`,
  "choice-removed": (about) => `removes ${about}, which seems to be what was chosen`,
  "anchor-changed": (about) => `changes more than half of ${about}, which it is anchored to`,
  "anchor-gone": (about) => `removes ${about}, which it is anchored to`,
  "failed-before": (about) => `adds ${about}, which seems to be what did not work out before`,
};
