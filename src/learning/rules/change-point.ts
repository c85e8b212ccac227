/** Finds whether the outcomes of a domain changed, and where, by a sequential test. */
import { DAY_MS } from "../../shared/time.ts";
import type { ScoredOutcome } from "./anomaly.ts";

/** A domain without a new outcome for so long says nothing about today. */
export const SILENT_AFTER_DAYS = 90;

/** A change in the outcomes of a domain, at its most likely place. */
interface DomainChange<T> {
  readonly domain: string;
  readonly odds: number;
  /** Oldest first. */
  readonly before: readonly T[];
  readonly after: readonly T[];
  /** When the first outcome after it came, such as `3 May`. */
  readonly since: string;
}

/** `recent` has the newest first. */
export function domainChanges<T extends ScoredOutcome>(
  recent: readonly T[],
  rule: ChangeRule<T>,
  now: Date,
): DomainChange<T>[] {
  return [...outcomesByDomain(recent)].flatMap(([domain, newestFirst]) => {
    const outcomes = newestFirst.slice(0, CHANGE_WINDOW).reverse();
    const change = changesAfterEach(outcomes, rule).at(-1);
    const [first, last] = [outcomes[change?.from ?? 0], outcomes.at(-1)];
    if (!change || !first || !last || now.getTime() - last.at.getTime() > SILENT_AFTER_DAYS * DAY_MS)
      return [];
    const [before, after] = [outcomes.slice(0, change.from), outcomes.slice(change.from)];
    return [{ domain, odds: change.odds, before, after, since: dayOf(first.at, now) }];
  });
}

function outcomesByDomain<T extends ScoredOutcome>(recent: readonly T[]): Map<string, T[]> {
  const domains = new Map<string, T[]>();
  for (const outcome of recent) {
    const inDomain = domains.get(outcome.domain) ?? [];
    inDomain.push(outcome);
    domains.set(outcome.domain, inDomain);
  }
  return domains;
}

/** In UTC, with the year only where it is not this one. */
function dayOf(date: Date, now: Date): string {
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return date.toLocaleDateString("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(!sameYear && { year: "numeric" }),
  });
}

/** So many of the newest outcomes of a domain are looked at. What is older has become the past of no change. */
export const CHANGE_WINDOW = 100;
/** A change has at least so many outcomes before and after it: fewer say too little about a rate. */
export const MIN_BEFORE = 12;
export const MIN_AFTER = 9;
/** A reported change stays reported down to this share of the odds it needed, so that one outcome does not undo it. */
export const HELD_SHARE = 0.25;

/** Something that may be true of a domain for a while. A change leads to a hypothesis of lower rank. */
interface Hypothesis<T> {
  readonly rank: number;
  /** The probability that it gives to success. */
  chance(outcome: T): number;
}

/** The hypotheses about a domain, and the odds from which a change is reported. */
export interface ChangeRule<T> {
  readonly hypotheses: readonly Hypothesis<T>[];
  readonly reportedFrom: number;
}

interface Change {
  /** The place of the first outcome after the most likely change. */
  readonly from: number;
  /** How many times better the outcomes fit a change than none: the sum over all places, divided by the number of outcomes. */
  readonly odds: number;
}

/**
 * The change to report after each of the outcomes, the oldest first. This is a sequential test: it looks after every
 * outcome and at every place where the change may be, and both are paid for, because the sum over all places is divided by the number of outcomes.
 * (A Bayes factor with equal weights for all hypotheses and places, as in the procedure of Shiryaev and Roberts.)
 */
export function changesAfterEach<T extends { readonly score: number }>(
  outcomes: readonly T[],
  { hypotheses, reportedFrom }: ChangeRule<T>,
): (Change | undefined)[] {
  const levels = byRank(hypotheses);
  const likelihoods = cumulativeLikelihoods(outcomes, levels.flat());
  let reported = false;
  return outcomes.map((_, last) => {
    const change = mostLikelyChange(likelihoods, last + 1, levels);
    reported = change.odds >= (reported ? HELD_SHARE : 1) * reportedFrom;
    return reported ? change : undefined;
  });
}

function byRank<T>(hypotheses: readonly Hypothesis<T>[]): Hypothesis<T>[][] {
  const ranks = [...new Set(hypotheses.map(({ rank }) => rank))].sort((a, b) => a - b);
  return ranks.map((rank) => hypotheses.filter((hypothesis) => hypothesis.rank === rank));
}

/** How likely the first outcomes are under each hypothesis: none of them, the first, the first two and so on. */
function cumulativeLikelihoods<T extends { readonly score: number }>(
  outcomes: readonly T[],
  hypotheses: readonly Hypothesis<T>[],
): number[][] {
  let likelihood = hypotheses.map(() => 1);
  return [
    likelihood,
    ...outcomes.map((outcome) => {
      likelihood = hypotheses.map((hypothesis, h) => {
        const chance = hypothesis.chance(outcome);
        // A partial success counts partly as a success and partly as a failure.
        return (likelihood[h] as number) * chance ** outcome.score * (1 - chance) ** (1 - outcome.score);
      });
      return likelihood;
    }),
  ];
}

function mostLikelyChange(
  likelihoods: readonly (readonly number[])[],
  outcomes: number,
  levels: readonly (readonly unknown[])[],
): Change {
  const whole = likelihoods[outcomes] as readonly number[];
  const unchanged = whole.reduce((sum, value) => sum + value, 0) / whole.length;
  let [from, best, total] = [0, 0, 0];
  for (let place = MIN_BEFORE; place <= outcomes - MIN_AFTER; place++) {
    const changed = changedAt(likelihoods[place] as readonly number[], whole, levels);
    total += changed;
    if (changed > best) [from, best] = [place, changed];
  }
  return { from, odds: total / unchanged / outcomes };
}

/** The mean likelihood over all pairs of a hypothesis before the place and one of lower rank after it. */
function changedAt(
  before: readonly number[],
  whole: readonly number[],
  levels: readonly (readonly unknown[])[],
): number {
  let [sum, lowerLikelihood, lower, pairs, first] = [0, 0, 0, 0, 0];
  for (const { length } of levels) {
    let likelihood = 0;
    for (let h = first; h < first + length; h++) sum += (before[h] as number) * lowerLikelihood;
    for (let h = first; h < first + length; h++) likelihood += (whole[h] as number) / (before[h] as number);
    pairs += length * lower;
    lowerLikelihood += likelihood;
    lower += length;
    first += length;
  }
  return sum / pairs;
}
