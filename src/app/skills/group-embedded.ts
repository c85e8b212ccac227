import { MEMORY_AUTHOR } from "../../domain/shared/actor.ts";
import type { SkillDeps } from "./deps.ts";
import { placeAgain } from "./learn-skills.ts";

/**
 * More are left to `relearn-skills`: so many come only with another model or an import, and a command that embeds them
 * would end much later.
 */
const MOST_PLACED = 500;

/**
 * An outcome that is recorded before its decision is embedded is compared by words alone, and often stays by itself.
 * When such decisions got their vectors, they are compared again, and only they: a search for each. `relearn-skills`
 * compares all of a project, and may find a better place for one that was grouped by its words.
 */
export async function groupEmbedded(
  decisionIds: readonly string[],
  deps: SkillDeps,
  signal: AbortSignal,
): Promise<void> {
  const actor = { author: MEMORY_AUTHOR, role: "agent", client: MEMORY_AUTHOR.name } as const;
  if (signal.aborted) return;
  const alone = await deps.store.aloneAmong(decisionIds);
  if (alone.length <= MOST_PLACED) await placeAgain(alone, deps, { actor, signal });
}
