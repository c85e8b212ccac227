import type { Tally } from "../calibration/calibration.ts";
import type { Decision } from "../decisions/decision.ts";
import type { BetaMath } from "../shared/ports.ts";
import type { Notice } from "../shared/remedy.ts";
import { gravestFirst, type Severity } from "../shared/severity.ts";
import type { SkillFacts } from "../skills/skill.ts";

/** What can be noticed about a memory. The list grows with what it keeps. */
export const ANOMALY_KINDS = [
  "rate_dropped",
  "confidence_drifting",
  "outcomes_overdue",
  "skill_contradicted",
  "capture_burst",
] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** Something that is not as it was or should be, with what shows it. Every word of it is ours. */
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

/** An outcome that counts, as far as it can be held against what was expected. */
export interface ScoredOutcome {
  readonly decisionId: string;
  readonly domain: string;
  readonly score: number;
  readonly statedConfidence?: number | undefined;
  readonly at: Date;
}

/** Everything that detectors look at: read once, and bounded. */
export interface AnomalyFacts {
  readonly now: Date;
  readonly tallies: readonly Tally[];
  /** The newest outcomes, the newest first. */
  readonly recent: readonly ScoredOutcome[];
  readonly overdue: { readonly total: number; readonly longest: readonly Decision[] };
  /** Groups of decisions that have taught something. */
  readonly skills: readonly SkillFacts[];
  readonly captures: {
    readonly lastDay: number;
    readonly newest: readonly string[];
    /** Of the weeks before the last day, the latest first, back to when the memory began. */
    readonly weeks: readonly number[];
  };
}

/** Notices one kind of anomaly, by a rule that is told to whoever asks. */
export interface Detector {
  readonly kind: AnomalyKind;
  readonly rule: string;
  detect(facts: AnomalyFacts, math: BetaMath): readonly Anomaly[];
}

export function detectAll(detectors: readonly Detector[], facts: AnomalyFacts, math: BetaMath): Anomaly[] {
  return detectors.flatMap(({ detect }) => detect(facts, math)).sort(gravestFirst);
}
