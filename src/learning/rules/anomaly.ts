/** An anomaly of a memory, the facts that it is detected from, and who detects it. */
import type { Decision } from "../../decisions/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { mostSevereFirst, type Severity } from "../../shared/severity.ts";
import type { SkillFacts } from "./skill.ts";

const ANOMALY_KINDS = [
  "rate_dropped",
  "confidence_drifting",
  "outcomes_overdue",
  "skill_contradicted",
  "capture_burst",
] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** Something unusual in a memory, with the figures that show it. It contains no stored text. */
export interface Anomaly {
  readonly kind: AnomalyKind;
  readonly severity: Severity;
  readonly domain?: string | undefined;
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
  /** Ids, at most `SHOWN_IDS`. */
  readonly decisions: readonly string[];
  readonly nextStep: Notice;
}

export const SHOWN_IDS = 10;

/** An outcome that counts, with the confidence that was stated for its decision. */
export interface ScoredOutcome {
  readonly decisionId: string;
  readonly domain: string;
  readonly score: number;
  readonly statedConfidence?: number | undefined;
  readonly at: Date;
}

/** Everything that detectors look at. It is read once and bounded in size. */
export interface AnomalyFacts {
  readonly now: Date;
  /** The newest outcomes of each domain, newest first. */
  readonly recent: readonly ScoredOutcome[];
  readonly overdue: { readonly total: number; readonly longest: readonly Decision[] };
  /** Groups of decisions with enough outcomes to be a skill or antipattern. */
  readonly skills: readonly SkillFacts[];
  readonly captures: {
    readonly lastDay: number;
    readonly newest: readonly string[];
    /** Captures per week before the last day, latest week first, back to the first decision of the memory. */
    readonly weeks: readonly number[];
  };
}

/** Detects one kind of anomaly, by a rule that is shown to the caller. */
export interface Detector {
  readonly kind: AnomalyKind;
  readonly rule: string;
  detect(facts: AnomalyFacts): readonly Anomaly[];
}

export function detectAll(detectors: readonly Detector[], facts: AnomalyFacts): Anomaly[] {
  return detectors.flatMap(({ detect }) => detect(facts)).sort(mostSevereFirst);
}
