import { MIN_OUTCOMES, posterior, type Sums, statusOf } from "./calibration.ts";

/** What was done within 24 hours. */
export interface DayOfUse {
  readonly from: Date;
  readonly decisions: number;
  readonly outcomes: number;
  /** How often somebody was told what is known before a decision. Asking again about the same counts once. */
  readonly contexts: number;
}

/** The outcomes of one domain, and of those with a stated confidence its sum. */
export interface DomainSums extends Sums {
  readonly domain: string;
  readonly stated: number;
  readonly confidence: number;
}

export interface CalibrationStats {
  /** Domains that have outcomes. */
  readonly domains: number;
  /** Over all of them; undefined without outcomes. */
  readonly successRate: number | undefined;
  /** Domains whose confidence is above, and below, what comes true. */
  readonly overconfident: number;
  readonly underconfident: number;
}

export interface MemoryStats extends CalibrationStats {
  readonly lastDay: DayOfUse;
  /** The oldest first, by the date in UTC; the last is today so far. */
  readonly days: readonly DayOfUse[];
}

/** A few outcomes say nothing about anybody's confidence, but they count for the rate. */
export function calibrationStats(domains: readonly DomainSums[]): CalibrationStats {
  const total = domains.reduce(
    (sum, { outcomes, score }) => ({ outcomes: sum.outcomes + outcomes, score: sum.score + score }),
    { outcomes: 0, score: 0 },
  );
  const statuses = domains
    .filter(({ outcomes }) => outcomes >= MIN_OUTCOMES)
    .map(({ stated, confidence, ...sums }) =>
      statusOf(stated > 0 ? confidence / stated - posterior(sums).mean : null),
    );
  const count = (wanted: (typeof statuses)[number]): number =>
    statuses.filter((status) => status === wanted).length;
  return {
    domains: domains.length,
    successRate: total.outcomes > 0 ? posterior(total).mean : undefined,
    overconfident: count("overconfident"),
    underconfident: count("underconfident"),
  };
}
