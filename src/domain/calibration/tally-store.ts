import type { Scope } from "../shared/scope.ts";
import type { Tally } from "./calibration.ts";

/** The sums of outcomes that calibration is computed from, kept by the writes that change them. */
export interface TallyStore {
  /** Of one domain, or of all together under the name `all`. Without outcomes its sums are zero. */
  tally(scope: Scope, domain?: string): Promise<Tally>;
  /** Of every domain that has outcomes. */
  tallies(scope: Scope): Promise<readonly Tally[]>;
  /** How many decisions hold, have no outcome and were due by then. */
  dueCount(scope: Scope, by: Date, domain?: string): Promise<number>;
}
