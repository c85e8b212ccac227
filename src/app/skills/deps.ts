import type { SkillStore } from "../../domain/skills/skill-store.ts";
import type { RecallDeps } from "../recall/deps.ts";

export interface SkillDeps extends RecallDeps {
  readonly store: RecallDeps["store"] & SkillStore;
  /** Whether new skills are shown in only half of the sessions, to measure their effect. */
  readonly skillTrials: boolean;
}
