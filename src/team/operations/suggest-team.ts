import type { TeamHint } from "../../access/index.ts";
import type { Notice } from "../../shared/errors.ts";

import type { Memory } from "../../store/file/memory.ts";
import { teamOf } from "../sql/team-progress.ts";

/** What a repository suggests, for a person to follow or not. Nothing connects because of it. */
export const suggestionText = ({ url, fingerprint }: TeamHint): Notice => ({
  text: `This repository suggests a team at ${url} with the fingerprint ${fingerprint}. Nothing is shared unless a person joins it.`,
  remedies: [{ remedy: "join-team" }],
});

/** Tells each project's suggestion once, and none for a project that is shared. */
export function teamSuggestions(memory: Memory) {
  const untold = new Map<string, Notice | undefined>();
  return async (hint: TeamHint, project: string): Promise<() => Notice | undefined> => {
    if (!untold.has(project)) {
      // Whoever uses the memory next learns what is wrong with it.
      const team = await teamOf(memory, project).catch(() => "unknown");
      untold.set(project, team ? undefined : suggestionText(hint));
    }
    return () => {
      const told = untold.get(project);
      untold.set(project, undefined);
      return told;
    };
  };
}
