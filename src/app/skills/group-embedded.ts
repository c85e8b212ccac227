import { MEMORY_AUTHOR } from "../../domain/shared/actor.ts";
import type { SkillDeps } from "./deps.ts";
import { regroup } from "./learn-skills.ts";

/**
 * More settled decisions are left to `relearn-skills`: each takes a search, which among 10,000 decisions takes up to
 * 15 ms.
 */
const MOST_REGROUPED = 500;

/**
 * An outcome that is recorded before its decision is embedded is compared by words alone, and often stays by itself.
 * When vectors were added to such decisions, their projects are grouped again, as `relearn-skills` would.
 */
export async function groupEmbedded(
  decisionIds: readonly string[],
  deps: SkillDeps,
  signal: AbortSignal,
): Promise<void> {
  const actor = { author: MEMORY_AUTHOR, role: "agent", client: MEMORY_AUTHOR.name } as const;
  if (signal.aborted) return;
  for (const project of await deps.store.projectsWithUngrouped(decisionIds)) {
    const settled = await deps.store.settledDecisions(project);
    if (settled.length > MOST_REGROUPED) continue;
    await regroup(project, deps, { actor, signal, progress: () => {} }).catch((error: unknown) => {
      // The program ends. What was not grouped is found by `relearn-skills`.
      if (!signal.aborted) throw error;
    });
  }
}
