/**
 * Groups settled decisions into ways, and says to which way another one belongs. The result depends on the decisions
 * alone: not on the order in which they came, nor on how fast.
 */
import type { OutcomeStatus } from "../../decisions/index.ts";
import { currentShares, type Dated, evidenceOf } from "./regime.ts";
import type { SameWay, Stated } from "./same-way.ts";

/** A decision of which it is known how it worked out. */
export interface Settled extends Stated, Dated {
  readonly id: string;
  readonly status: OutcomeStatus;
  /** Of a decision that replaced others, their ids. Whoever replaces a decision goes another way. */
  readonly replaced?: readonly string[] | undefined;
}

/** Decisions that went the same way, in the order of their outcomes. */
export type Way = readonly Settled[];

/**
 * Two groups are one way if the mean log-odds of their pairs, with what their outcomes say, are above this. Outcomes say
 * whether they came about alike: a way mostly works or mostly fails.
 */
const LEAST_ODDS = -0.7;
const WEIGHT_OF_OUTCOMES = 1.25;
/** Log-odds of two of which one replaced the other. */
const REPLACED = -8;

/**
 * Merges the two groups that fit best until none do. Of equals the first by time and id are merged, so the input may have
 * any order.
 */
export function waysOf(settled: readonly Settled[], sameWay: SameWay): Way[] {
  const items = [...settled].sort(inOrder);
  const groups = items.map((item): Group => ({ members: [item], evidence: evidenceOf([item]) }));
  // The sum of the log-odds over all pairs of two groups.
  const odds = items.map((one) => items.map((other) => (one === other ? 0 : oddsOf(one, other, sameWay))));
  const gains = groups.map((_, i) => groups.map((_, j) => (j < i ? gainOf(i, j) : Number.NEGATIVE_INFINITY)));

  function gainOf(i: number, j: number): number {
    const [a, b] = [groups[i] as Group, groups[j] as Group];
    const pairs = a.members.length * b.members.length;
    const alike = (odds[i]?.[j] as number) / pairs;
    if (alike + WEIGHT_OF_OUTCOMES * MOST_GAIN <= LEAST_ODDS) return Number.NEGATIVE_INFINITY;
    const together = evidenceOf([...a.members, ...b.members].sort(inOrder));
    return alike + WEIGHT_OF_OUTCOMES * (together - a.evidence - b.evidence);
  }
  for (;;) {
    const [to, from] = best(gains);
    if (to === undefined || from === undefined) break;
    merge(to, from);
  }
  return groups.filter(({ members }) => members.length > 0).map(({ members }) => members);

  function merge(i: number, j: number): void {
    const [a, b] = [groups[i] as Group, groups[j] as Group];
    const members = [...a.members, ...b.members].sort(inOrder);
    // The lower place keeps the group, so the order of the ways is that of their first decisions.
    groups[j] = { members, evidence: evidenceOf(members) };
    groups[i] = { members: [], evidence: 0 };
    for (let k = 0; k < groups.length; k++) {
      (odds[j] as number[])[k] = (odds[j]?.[k] as number) + (odds[i]?.[k] as number);
      (odds[k] as number[])[j] = odds[j]?.[k] as number;
      (gains[i] as number[])[k] = Number.NEGATIVE_INFINITY;
      (gains[k] as number[])[i] = Number.NEGATIVE_INFINITY;
    }
    for (let k = 0; k < groups.length; k++) {
      if (k === j || (groups[k] as Group).members.length === 0) continue;
      const [high, low] = k > j ? [k, j] : [j, k];
      (gains[high] as number[])[low] = gainOf(high, low);
    }
  }
}

interface Group {
  readonly members: Way;
  /** The logarithm of the probability of their outcomes. */
  readonly evidence: number;
}

/** Outcomes that came about alike are at most this much more probable together, per group of any size met in practice. */
const MOST_GAIN = 6;

/** The pair with the highest gain above the threshold; of equals the first. */
function best(gains: readonly (readonly number[])[]): [to?: number, from?: number] {
  let [most, at]: [number, [number?, number?]] = [LEAST_ODDS, []];
  for (const [i, row] of gains.entries())
    for (const [j, gain] of row.entries()) if (gain > most) [most, at] = [gain, [i, j]];
  return at;
}

function oddsOf(one: Settled, other: Settled, sameWay: SameWay): number {
  if (one.replaced?.includes(other.id) || other.replaced?.includes(one.id)) return REPLACED;
  return sameWay(one, other);
}

export const inOrder = (a: Settled, b: Settled): number =>
  a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A settled decision, with the probability that another one goes its way and that it still tells something. */
export interface Evidence {
  readonly settled: Settled;
  readonly way: Way;
  /** The probability that it goes the same way. */
  readonly sameWay: number;
  readonly weight: number;
}

/** The odds that a decision goes a way of its own. */
const OWN_WAY_ODDS = 1;
/** How sharply the log-odds tell the ways apart. The best half of a way counts, because the other half varies in words. */
const SHARPNESS = 2;
const BEST_SHARE = 0.5;

/** What the settled decisions tell about another one. */
export function evidenceFor(
  proposed: Stated,
  ways: readonly Way[],
  sameWay: SameWay,
  ageWeight: (at: Date) => number,
): Evidence[] {
  const odds = ways.map((way) => Math.exp(SHARPNESS * closeness(proposed, way, sameWay)));
  const total = odds.reduce((sum, one) => sum + one, OWN_WAY_ODDS);
  return ways.flatMap((way, i) => {
    const probability = (odds[i] as number) / total;
    const current = currentShares(way);
    return way.map((settled, k) => ({
      settled,
      way,
      sameWay: probability,
      weight: probability * (current[k] as number) * ageWeight(settled.at),
    }));
  });
}

function closeness(proposed: Stated, way: Way, sameWay: SameWay): number {
  const odds = way.map((settled) => sameWay(proposed, settled)).sort((a, b) => b - a);
  const counted = odds.slice(0, Math.ceil(BEST_SHARE * odds.length));
  return counted.reduce((sum, one) => sum + one, 0) / counted.length;
}
