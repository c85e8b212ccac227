import type { LogStore } from "../../domain/log/log-store.ts";
import type { StoreHealth } from "../../domain/log/store-health.ts";
import type { MemoryBackups } from "../../domain/repair/memory-backups.ts";
import type { SkillDeps } from "../skills/deps.ts";

export interface RepairDeps extends SkillDeps {
  readonly store: SkillDeps["store"] & StoreHealth;
}

export interface HealthDeps extends RepairDeps {
  readonly store: RepairDeps["store"] & LogStore;
  /** The copies of the memory. What makes and lists them is loaded then. */
  readonly backups: () => Promise<MemoryBackups>;
}
