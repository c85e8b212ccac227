/** What the operations are given: stores, and what other subjects do after a write. */

import type { CalibrationDeps } from "../../calibration/index.ts";
import type { Notice } from "../../shared/errors.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { TeamGuard } from "../../shared/team-guard.ts";
import type { Antipattern } from "../rules/antipattern.ts";
import type { Decision } from "../rules/decision.ts";
import type { Link } from "../rules/link.ts";
import type { LinkBackups } from "../rules/link-files.ts";
import type { LinkGraph } from "./traverse-links.ts";

export interface DecisionDeps extends CalibrationDeps {
  /** The modules that a decision may name. */
  readonly modules: readonly string[];
  /** The antipatterns that come with the program; read on first use. */
  antipatterns(): Promise<readonly Antipattern[]>;
  readonly afterDecision: DecisionFollowUp;
}

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

/** Other subjects do this after a decision or an outcome is stored. `memory/follow-up.ts` implements it. */
export interface DecisionFollowUp {
  /** Embeds new decisions in the background, so that they can be searched by meaning. */
  embedSoon(): void;
  /**
   * Also compares the new decision with guidance that was given before it. Returns what it repeats or contradicts, as
   * messages for the reply; decisions that the caller hears about anyway are left out. Never throws.
   */
  stored(decision: Decision, known: readonly Decision[], call: Call): Promise<readonly Notice[]>;
  /** Computes anew what was computed from its earlier words. Never throws, because the edit is already stored. */
  edited(decision: Decision, call: Call): Promise<void>;
  /** Never throws, because the outcome is already recorded. */
  outcomeRecorded(decision: Decision, call: Call): Promise<LearnedFromOutcome>;
  /** After outcomes began or stopped counting for these decisions. Never throws. */
  outcomesCorrected(decisions: readonly Decision[], call: Call): Promise<void>;
}

export interface LinkDeps extends DecisionDeps {
  readonly linkGraph: LinkGraph;
  readonly linkBackups: LinkBackups;
  readonly afterLink: LinkFollowUp;
}

/** Other subjects do this when a link is approved. `memory/follow-up.ts` implements it. */
export interface LinkFollowUp {
  /** Runs in the background. */
  approved(link: Link, call: Call): void;
}

export interface ProposalDeps extends LinkDeps {
  readonly teamGuard: TeamGuard;
}
