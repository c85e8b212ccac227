import type { AntipatternExamples } from "../../decisions/index.ts";
import type { RecallDeps } from "../../recall/index.ts";
import type { LateNotices } from "../../shared/operations/late-notices.ts";
import type { Observations } from "../../shared/operations/observations.ts";
import type { Checkout } from "../../shared/ports.ts";
import type { ThreatDeps } from "../../threats/index.ts";
import type { GuidanceObservation } from "../rules/guidance.ts";
import type { ExposureObservation } from "../rules/skill-trial.ts";
import type { ShownThreats } from "./shown-threats.ts";

export interface SkillDeps extends RecallDeps {
  readonly observations: Observations<ExposureObservation>;
  /** Whether new skills are shown in only half of the sessions, to measure their effect. */
  readonly skillTrials: boolean;
}

export interface GuidanceDeps extends SkillDeps, ThreatDeps {
  /** Read on first use. */
  antipatternExamples(): Promise<AntipatternExamples>;
  readonly observations: SkillDeps["observations"] & Observations<GuidanceObservation>;
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly shownThreats: ShownThreats;
  readonly lateNotices: LateNotices;
}

export interface AnomalyDeps extends SkillDeps {}
