import type { StoreHealth } from "../../domain/log/store-health.ts";
import type { SkillDeps } from "../skills/deps.ts";

export interface RepairDeps extends SkillDeps {
  readonly store: SkillDeps["store"] & StoreHealth;
}
