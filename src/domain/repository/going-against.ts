import type { Decision } from "../decisions/decision.ts";

/** In what way a change seems to go against what was decided. */
export const AGAINST_RULES = [
  "ruled-out",
  "choice-removed",
  "anchor-changed",
  "anchor-gone",
  "failed-before",
] as const;
export type AgainstRule = (typeof AGAINST_RULES)[number];

/** A place of a change that seems to go against a decision. Only a person can tell whether it does. */
export interface GoingAgainst {
  readonly rule: AgainstRule;
  readonly decision: Decision;
  readonly path: string;
  /** In the new state, or in the old one for what is gone. */
  readonly line: number;
  /** The package or the anchored place that it is about. */
  readonly about: string;
}

/** In our own words; what the decision says is quoted by whoever shows it. */
export const AGAINST_WORDS: Readonly<Record<AgainstRule, (about: string) => string>> = {
  "ruled-out": (about) => `adds ${about}, which seems to be what was ruled out`,
  "choice-removed": (about) => `removes ${about}, which seems to be what was chosen`,
  "anchor-changed": (about) => `changes more than half of ${about}, which it is anchored to`,
  "anchor-gone": (about) => `removes ${about}, which it is anchored to`,
  "failed-before": (about) => `adds ${about}, which seems to be what did not work out before`,
};
