/** How a proposed way worked out so far, beside the other ways for the same thing: the decisions that the estimate counts. */
import type { OutcomeCounts } from "../../calibration/index.ts";
import { type Decision, hasFailed } from "../../decisions/index.ts";
import { RELEVANCE_THRESHOLD } from "../../recall/index.ts";
import { countsOf, isCounted } from "./estimate.ts";
import type { Evidence } from "./ways.ts";

/** A decision whose outcome is known, with the probability that it is about the same thing as the proposed one. */
export interface SettledPrecedent {
  readonly decision: Decision;
  readonly relevance: number;
}

/** Settled decisions that went the same way, most relevant first. */
export interface WayRecord {
  readonly counts: OutcomeCounts;
  readonly decisions: readonly Decision[];
}

export interface TrackRecord {
  readonly thisWay: WayRecord;
  readonly otherWays: WayRecord;
  /** The probability that the proposed decision fails rather than works out, as far as its way is known. */
  readonly risk: number;
  /** The decisions that went another way than the proposed one, as far as can be told. */
  readonly goneOtherwise: ReadonlySet<string>;
}

const KNOWN_FROM = 0.5;
/** A decision that less probably went the same way surely went another one. */
const OTHERWISE_BELOW = 0.2;

/** `settled` most relevant first. */
export function trackRecord(
  settled: readonly SettledPrecedent[],
  evidence: readonly Evidence[],
  risk: number,
): TrackRecord {
  const counted = new Set(evidence.filter(isCounted).map(({ settled: { id } }) => id));
  // Where its way is known, all else went another one.
  const limit = evidence.some(({ sameWay }) => sameWay >= KNOWN_FROM) ? KNOWN_FROM : OTHERWISE_BELOW;
  const otherwise = new Set(
    evidence.filter(({ sameWay }) => sameWay < limit).map(({ settled: { id } }) => id),
  );
  const others = settled.filter(
    ({ decision: { id }, relevance }) => relevance >= RELEVANCE_THRESHOLD && !counted.has(id),
  );
  return {
    thisWay: recordOf(settled.filter(({ decision: { id } }) => counted.has(id))),
    otherWays: recordOf(others),
    risk,
    goneOtherwise: otherwise,
  };
}

function recordOf(settled: readonly SettledPrecedent[]): WayRecord {
  const decisions = settled.map(({ decision }) => decision);
  return { counts: countsOf(decisions.flatMap(({ outcome }) => outcome?.status ?? "failure")), decisions };
}

export const failedOf = ({ decisions }: WayRecord): Decision[] => decisions.filter(hasFailed);
export const workedOf = ({ decisions }: WayRecord): Decision[] =>
  decisions.filter((decision) => !hasFailed(decision));
