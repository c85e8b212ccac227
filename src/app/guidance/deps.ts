import type { AntipatternExamples } from "../../domain/decisions/antipattern-examples.ts";
import type { DecisionGraphStore } from "../../domain/guidance/decision-graph.ts";
import type { GuidanceObservation } from "../../domain/guidance/guidance.ts";
import type { GuidanceStore } from "../../domain/guidance/guidance-store.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { LateNotices } from "../shared/late-notices.ts";
import type { Observations } from "../shared/observations.ts";
import type { SkillDeps } from "../skills/deps.ts";
import type { ThreatDeps } from "../threats/deps.ts";
import type { ToldThreats } from "./told-threats.ts";

export interface GuidanceDeps extends SkillDeps, ThreatDeps {
  /** Read on first use. */
  antipatternExamples(): Promise<AntipatternExamples>;
  readonly store: SkillDeps["store"] & GuidanceStore & DecisionGraphStore;
  readonly observations: SkillDeps["observations"] & Observations<GuidanceObservation>;
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly toldThreats: ToldThreats;
  readonly lateNotices: LateNotices;
}
