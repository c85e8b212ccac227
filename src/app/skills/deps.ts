import type { SkillStore } from "../../domain/skills/skill-store.ts";
import type { ExposureObservation } from "../../domain/skills/skill-trial.ts";
import type { RecallDeps } from "../recall/deps.ts";
import type { Observations } from "../shared/observations.ts";

export interface SkillDeps extends RecallDeps {
  readonly store: RecallDeps["store"] & SkillStore;
  readonly observations: Observations<ExposureObservation>;
  /** Whether new skills are shown in only half of the sessions, to measure their effect. */
  readonly skillTrials: boolean;
}
