import type { Decision } from "../../domain/decisions/decision.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { Call } from "../shared/operation.ts";

/** A skill that an outcome brought about. */
export interface LearnedSkill {
  readonly id: string;
  readonly statement: string;
  readonly confidence: number;
}

export interface LearnedFromOutcome {
  readonly skill?: LearnedSkill | undefined;
  /** What the reply must say besides. */
  readonly notices: readonly Notice[];
}

/** What other subjects do once a decision or an outcome is stored. `follow-up.ts` puts it together. */
export interface DecisionFollowUp {
  /** Makes what was stored searchable by meaning. The caller does not wait for it. */
  embedSoon(): void;
  /** The same, and compares a new decision with the guidance that was given before it. */
  stored(decision: Decision, call: Call): void;
  /** Never fails: the outcome is recorded already. */
  outcomeRecorded(decision: Decision, call: Call): Promise<LearnedFromOutcome>;
}
