/** The figures of the chart of calibration: outcomes by confidence and over time, and what ten more would change. */
import type { AuthorKind } from "../../shared/actor.ts";
import type { BetaMath } from "../../shared/ports.ts";
import type { Scope } from "../../shared/scope.ts";
import {
  BINS,
  type BinSums,
  binOf,
  credibleInterval,
  type OutcomeCounts,
  posterior,
  type Sums,
} from "./calibration.ts";
import { type CalibrationStatus, judgeConfidence } from "./confidence-advice.ts";
import {
  type ConfidenceEvidence,
  MOST_RECENT,
  recalibrationOf,
  type StatedOutcome,
} from "./recalibration.ts";

/** Whose confidence is meant, as calibration tells authors apart: the kind and the person. The program is left out. */
export interface AuthorLevel {
  readonly kind: AuthorKind;
  /** Undefined if nobody is known to be behind it. */
  readonly person?: string | undefined;
}

/** Sums over outcomes that have all of this in common. */
export interface OutcomeGroup extends BinSums {
  readonly counts: OutcomeCounts;
  readonly domain: string;
  readonly author: AuthorLevel;
  /** The number of the week, counted from the Monday before 1970. */
  readonly week: number;
  /** Whether they were recorded within the time that was asked for. */
  readonly isWithin: boolean;
  /** The tenth of stated confidence; undefined if none was stated. */
  readonly bin?: number | undefined;
}

/** The time that outcomes were recorded in; `until` is not part of it. */
export interface TimeSpan {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface OutcomeGroupStore {
  /** The current outcomes of all decisions, inside and outside of the time. */
  outcomeGroups(scope: Scope, within: TimeSpan): Promise<readonly OutcomeGroup[]>;
}

/** Sums over some groups, with what was stated in them. */
export interface GroupSums extends Sums {
  readonly counts: OutcomeCounts;
  /** The number of outcomes with a stated confidence, and the sums of it and of their scores. */
  readonly stated: number;
  readonly confidence: number;
  readonly statedScore: number;
}

export function sumOf(groups: readonly OutcomeGroup[]): GroupSums {
  const counts = { worked: 0, partly: 0, failed: 0 };
  const sums = { outcomes: 0, score: 0, stated: 0, confidence: 0, statedScore: 0, counts };
  for (const { outcomes, score, confidence, bin, counts: own } of groups) {
    sums.outcomes += outcomes;
    sums.score += score;
    counts.worked += own.worked;
    counts.partly += own.partly;
    counts.failed += own.failed;
    if (bin === undefined) continue;
    sums.stated += outcomes;
    sums.confidence += confidence;
    sums.statedScore += score;
  }
  return sums;
}

/** The ten bins of some groups. */
export const binSumsOf = (groups: readonly OutcomeGroup[]): BinSums[] =>
  Array.from({ length: BINS }, (_, bin) =>
    groups
      .filter((group) => group.bin === bin)
      .reduce<BinSums>(
        (sum, group) => ({
          outcomes: sum.outcomes + group.outcomes,
          score: sum.score + group.score,
          confidence: sum.confidence + group.confidence,
          squaredError: sum.squaredError + group.squaredError,
        }),
        { outcomes: 0, score: 0, confidence: 0, squaredError: 0 },
      ),
  );

export const sameAuthor = (one: AuthorLevel, other: AuthorLevel): boolean =>
  one.kind === other.kind && one.person === other.person;

const WEEK_MS = 7 * 86_400_000;
/** 1970 began on a Thursday. */
const MONDAY_BEFORE = 3 * 86_400_000;

const startOfWeek = (week: number): Date => new Date(week * WEEK_MS - MONDAY_BEFORE);

/** So many weeks make a period: as few as give no more periods than can be looked at, with outcomes to speak of. */
const PERIOD_WEEKS = [1, 2, 4, 13, 52];
const LONGEST = PERIOD_WEEKS.at(-1);
const MOST_PERIODS = 26;
const OUTCOMES_EACH = 3;
/** With fewer nothing is seen of a course, however few outcomes each has. */
const FEWEST_PERIODS = 4;

interface Period extends GroupSums {
  readonly from: Date;
  readonly weeks: number;
}

/** Success over time, in periods of the same length, those without an outcome as well. */
export function periodsOf(groups: readonly OutcomeGroup[]): Period[] {
  if (groups.length === 0) return [];
  const all = groups.map(({ week }) => week);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const { outcomes } = sumOf(groups);
  const count = (length: number): number => Math.floor((last - first) / length) + 1;
  const possible = PERIOD_WEEKS.filter((weeks) => weeks === LONGEST || count(weeks) <= MOST_PERIODS);
  const tellingEnough = possible.filter((weeks, i) => i === 0 || count(weeks) >= FEWEST_PERIODS);
  const length =
    tellingEnough.find((weeks) => outcomes / count(weeks) >= OUTCOMES_EACH) ??
    (tellingEnough.at(-1) as number);
  return Array.from({ length: count(length) }, (_, i) => {
    const from = first + i * length;
    const own = groups.filter(({ week }) => week >= from && week < from + length);
    return { from: startOfWeek(from), weeks: length, ...sumOf(own) };
  });
}

const MORE = 10;

/** The state if so many of the next outcomes were successes. */
interface Course {
  readonly successes: number;
  /** How probable that is, going by the outcomes so far. */
  readonly probability: number;
  readonly interval: readonly [number, number];
  readonly status: CalibrationStatus;
}

interface MoreOutcomes {
  readonly more: number;
  readonly interval: readonly [number, number];
  readonly status: CalibrationStatus;
  /** The width of the interval that is to be expected afterwards. */
  readonly expectedWidth: number;
  /** For every number of successes among them, none first. */
  readonly courses: readonly Course[];
}

/**
 * Tells what ten more outcomes would change: how wide the interval of the success rate is then, and what would be said about
 * stated confidence. They are taken to be stated with the mean confidence so far, failures spread evenly among them.
 */
export function withMore(
  sums: Sums,
  evidence: ConfidenceEvidence,
  stated: number | null,
  math: BetaMath,
): MoreOutcomes {
  const courses = Array.from({ length: MORE + 1 }, (_, successes): Course => {
    const then = { outcomes: sums.outcomes + MORE, score: sums.score + successes };
    return {
      successes,
      probability: probabilityOf(successes, sums),
      interval: credibleInterval(posterior(then), math),
      status: judgeConfidence(
        recalibrationOf(stated === null ? evidence : after(evidence, stated, successes)),
        stated,
      ).status,
    };
  });
  return {
    more: MORE,
    interval: credibleInterval(posterior(sums), math),
    status: judgeConfidence(recalibrationOf(evidence), stated).status,
    expectedWidth: courses.reduce(
      (sum, { probability, interval: [low, high] }) => sum + probability * (high - low),
      0,
    ),
    courses,
  };
}

/** Of the beta-binomial distribution: how many of the next will be successes, given the posterior of the rate. */
function probabilityOf(successes: number, sums: Sums): number {
  const { alpha, beta } = posterior(sums);
  let probability = 1;
  // Each factor stays near one, so that nothing overflows with many outcomes.
  for (let i = 0; i < MORE; i++) {
    const own = i < successes ? alpha + i : beta + i - successes;
    const ways = i < successes ? (MORE - i) / (successes - i) : 1;
    probability *= (ways * own) / (alpha + beta + i);
  }
  return probability;
}

function after(evidence: ConfidenceEvidence, confidence: number, successes: number): ConfidenceEvidence {
  const next = Array.from({ length: MORE }, (_, i): StatedOutcome => {
    const isSuccess = Math.floor(((i + 1) * successes) / MORE) > Math.floor((i * successes) / MORE);
    return { confidence, score: isSuccess ? 1 : 0 };
  });
  const own = evidence.own.map((bin, i): BinSums => {
    if (i !== binOf(confidence)) return bin;
    return {
      outcomes: bin.outcomes + MORE,
      score: bin.score + successes,
      confidence: bin.confidence + MORE * confidence,
      squaredError:
        bin.squaredError + successes * (1 - confidence) ** 2 + (MORE - successes) * confidence ** 2,
    };
  });
  return { ...evidence, own, recent: [...evidence.recent, ...next].slice(-MOST_RECENT) };
}
