import type { Scope } from "../shared/scope.ts";
import type { DayOfUse, DomainSums } from "./stats.ts";

/** What is counted over a memory. Asked every few seconds, so its cost does not grow with the memory. */
export interface StatsStore {
  /** What was written in each 24 hours from then on, the first one first. */
  usage(scope: Scope, from: Date, days: number): Promise<readonly DayOfUse[]>;
  /** The sums of every domain that has outcomes. */
  sumsByDomain(scope: Scope): Promise<readonly DomainSums[]>;
}
