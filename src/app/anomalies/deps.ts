import type { AnomalyStore } from "../../domain/anomalies/anomaly-store.ts";
import type { SkillDeps } from "../skills/deps.ts";

export interface AnomalyDeps extends SkillDeps {
  readonly store: SkillDeps["store"] & AnomalyStore;
}
