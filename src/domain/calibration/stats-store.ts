import type { Scope } from "../shared/scope.ts";
import type { DailyUsage, DomainSums } from "./stats.ts";

/** Counts over the whole memory. They are read every few seconds, so their cost must not grow with the memory. */
export interface StatsStore {
  /** The number of writes in each 24 hours from `from` on, oldest first. */
  usage(scope: Scope, from: Date, days: number): Promise<readonly DailyUsage[]>;
  /** For every domain that has outcomes. */
  sumsByDomain(scope: Scope): Promise<readonly DomainSums[]>;
}
