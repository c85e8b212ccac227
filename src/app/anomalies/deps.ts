import type { WatchStore } from "../../domain/anomalies/watch-store.ts";
import type { SkillDeps } from "../skills/deps.ts";

export interface AnomalyDeps extends SkillDeps {
  readonly store: SkillDeps["store"] & WatchStore;
}
