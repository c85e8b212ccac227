import type { Decision } from "../../domain/decisions/decision.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { Call } from "../shared/operation.ts";

/** A skill that was learned from an outcome. */
export interface LearnedSkill {
  readonly id: string;
  readonly statement: string;
  readonly confidence: number;
}

export interface LearnedFromOutcome {
  readonly skill?: LearnedSkill | undefined;
  /** Messages for the reply. */
  readonly notices: readonly Notice[];
}

/** What other subjects do after a decision or an outcome is stored. `follow-up.ts` implements it. */
export interface DecisionFollowUp {
  /** Embeds new decisions in the background, so that they can be searched by meaning. */
  embedSoon(): void;
  /**
   * Also compares the new decision with guidance that was given before it. Returns what it repeats or contradicts, as
   * messages for the reply; decisions that the caller hears about anyway are left out. Never throws.
   */
  stored(decision: Decision, known: readonly Decision[], call: Call): Promise<readonly Notice[]>;
  /** What was computed from its earlier words is made again. Never throws, because the edit is already stored. */
  edited(decision: Decision, call: Call): Promise<void>;
  /** Never throws, because the outcome is already recorded. */
  outcomeRecorded(decision: Decision, call: Call): Promise<LearnedFromOutcome>;
  /** After outcomes began or stopped counting for these decisions. Never throws. */
  outcomesCorrected(decisions: readonly Decision[], call: Call): Promise<void>;
}
