import { MIN_OUTCOMES, posterior, type Sums, statusOf } from "./calibration.ts";

/** What was written within 24 hours. */
export interface DailyUsage {
  readonly from: Date;
  readonly decisions: number;
  readonly outcomes: number;
  /** How often guidance was given before a decision. Asking again about the same statement counts once. */
  readonly contexts: number;
}

/** The outcomes of one domain; `stated` counts those with a stated confidence, and `confidence` is its sum. */
export interface DomainSums extends Sums {
  readonly domain: string;
  readonly stated: number;
  readonly confidence: number;
}

export interface CalibrationStats {
  /** Domains that have outcomes. */
  readonly domains: number;
  /** Over all domains; undefined without outcomes. */
  readonly successRate: number | undefined;
  /** The number of domains whose stated confidence is above, and below, their success rate. */
  readonly overconfident: number;
  readonly underconfident: number;
}

export interface MemoryStats extends CalibrationStats {
  readonly lastDay: DailyUsage;
  /** Days in UTC, oldest first; the last one is today so far. */
  readonly days: readonly DailyUsage[];
}

/** Domains with few outcomes count for the success rate, but not as over- or underconfident. */
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
