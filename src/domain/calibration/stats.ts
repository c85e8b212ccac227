import { posterior, type Sums } from "./calibration.ts";
import type { CalibrationStatus } from "./confidence-status.ts";

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
  /** Of all domains. */
  readonly total: Sums;
  /** Over all domains; undefined without outcomes. */
  readonly successRate: number | undefined;
  /** The number of domains in which stated confidence has been too high, and too low. */
  readonly overconfident: number;
  readonly underconfident: number;
}

export interface MemoryStats extends CalibrationStats {
  readonly lastDay: DailyUsage;
  /** Days in UTC, oldest first; the last one is today so far. */
  readonly days: readonly DailyUsage[];
}

/** Domains with few outcomes count for the success rate; the statuses are those of the others. */
export function calibrationStats(
  domains: readonly DomainSums[],
  statuses: readonly CalibrationStatus[],
): CalibrationStats {
  const total = domains.reduce(
    (sum, { outcomes, score }) => ({ outcomes: sum.outcomes + outcomes, score: sum.score + score }),
    { outcomes: 0, score: 0 },
  );
  const count = (wanted: CalibrationStatus): number => statuses.filter((status) => status === wanted).length;
  return {
    domains: domains.length,
    total,
    successRate: total.outcomes > 0 ? posterior(total).mean : undefined,
    overconfident: count("overconfident"),
    underconfident: count("underconfident"),
  };
}
