import type { AuthorKind } from "../shared/actor.ts";
import type { Scope } from "../shared/scope.ts";
import { BINS, type BinSums, type Sums } from "./calibration.ts";

/** Whose confidence is meant, as calibration tells authors apart: the kind and the person. The program is left out. */
export interface AuthorLevel {
  readonly kind: AuthorKind;
  /** Undefined if nobody is known to be behind it. */
  readonly person?: string | undefined;
}

/** Sums over outcomes that have all of this in common. */
export interface OutcomeGroup extends BinSums {
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
  /** The number of outcomes with a stated confidence, and the sums of it and of their scores. */
  readonly stated: number;
  readonly confidence: number;
  readonly statedScore: number;
}

export function sumOf(groups: readonly OutcomeGroup[]): GroupSums {
  const sums = { outcomes: 0, score: 0, stated: 0, confidence: 0, statedScore: 0 };
  for (const { outcomes, score, confidence, bin } of groups) {
    sums.outcomes += outcomes;
    sums.score += score;
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

export interface Period extends GroupSums {
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
