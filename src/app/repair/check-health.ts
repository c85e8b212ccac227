import * as z from "zod";
import type { StoreHealth } from "../../domain/log/store-health.ts";
import type { Backup } from "../../domain/repair/memory-backups.ts";
import { type LogVerdict, verdictOn } from "../log/verify-log.ts";
import { defineOperation } from "../shared/operation.ts";
import { requireWholeMemory } from "../shared/whole-memory.ts";
import type { TeamDeps } from "../team/deps.ts";
import type { HealthDeps } from "./deps.ts";
import { examineMeaning, type MeaningHealth } from "./examine-meaning.ts";
import { examineTeams, type TeamHealth } from "./examine-teams.ts";

export interface CopiesHealth {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** Paths of damaged files that were set aside, and of other copies. */
  readonly others: readonly string[];
  /** Paths of copies that are being written, or were abandoned not long ago. */
  readonly unfinished: readonly string[];
}

export interface Health {
  readonly memory: Awaited<ReturnType<StoreHealth["describe"]>>;
  readonly log: LogVerdict;
  readonly copies: CopiesHealth;
  readonly meaning: MeaningHealth;
  readonly teams: readonly TeamHealth[];
}

/** What depends on the memory alone, and not on how or where the program was started. */
export const checkHealth = defineOperation({
  name: "check-health",
  summary:
    "Check the memory, its audit log, its copies, its embeddings and the teams that it is shared with.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  async run(_, deps: HealthDeps & TeamDeps, call): Promise<Health> {
    requireWholeMemory(call);
    return {
      memory: await deps.store.describe(),
      log: await verdictOn(deps.store, call.progress),
      copies: await examineCopies(deps),
      meaning: await examineMeaning(deps),
      teams: await examineTeams(deps, call),
    };
  },
});

/** Unfinished copies of killed processes are removed here; what remains may still be written. */
async function examineCopies({ store, backups }: HealthDeps): Promise<CopiesHealth> {
  const unfinished = await store.removeUnfinishedCopies();
  const copies = await (await backups()).list();
  const others = (await store.copies()).filter((path) => copies.every((copy) => copy.path !== path));
  return { backups: copies, others, unfinished };
}
