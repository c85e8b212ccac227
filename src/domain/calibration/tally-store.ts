import type { Author } from "../shared/actor.ts";
import type { Scope } from "../shared/scope.ts";
import type { Tally } from "./calibration.ts";
import type { ConfidenceEvidence } from "./recalibration.ts";

/** Whose confidence, and about what: without an author everybody's, without a domain about everything. */
export interface ConfidenceLevel {
  readonly domain?: string | undefined;
  readonly author?: Author | undefined;
}

/** The sums that calibration is computed from. Every write that changes them updates them. */
export interface TallyStore {
  /** For one domain, or for all of them under the name `all`. Without outcomes the sums are zero. */
  tally(scope: Scope, domain?: string): Promise<Tally>;
  /** The outcomes that tell how far stated confidence can be trusted. */
  confidenceEvidence(scope: Scope, level: ConfidenceLevel): Promise<ConfidenceEvidence>;
  /** For every domain that has outcomes. */
  tallies(scope: Scope): Promise<readonly Tally[]>;
  /** The number of active decisions without an outcome that were due by `by`. */
  dueCount(scope: Scope, by: Date, domain?: string): Promise<number>;
}
