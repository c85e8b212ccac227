/** Counts over a whole memory, for its statistics and for a metrics server. */
import type { CacheStats, Metrics } from "../../shared/metrics.ts";
import { posterior, type Sums } from "./calibration.ts";
import type { CalibrationStatus } from "./confidence-advice.ts";

/** The number of writes within 24 hours. */
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

interface CalibrationStats {
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

/** The values at the time of the request. */
export interface MetricsReport {
  /** Undefined if the memory cannot be read. */
  readonly memory: MemoryStats | undefined;
  readonly caches: ReadonlyMap<string, CacheStats>;
  readonly teams: readonly TeamLag[];
}

/** How far a shared project is behind its team. */
export interface TeamLag {
  readonly project: string;
  /** Changes that were made here and the team does not have, and for how long the oldest has waited. */
  readonly changes: number;
  readonly seconds: number;
  /** Since the team's server answered; undefined if it never did. */
  readonly sinceContact?: number | undefined;
  /** Changes of others that are kept out, because nobody vouches for them or their authors may not make them. */
  readonly quarantined: number;
}

/** Metrics that can be rendered as a page. */
export interface MetricsPage extends Metrics {
  readonly contentType: string;
  render(report: MetricsReport): Promise<string>;
}
