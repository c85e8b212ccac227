import { stat } from "node:fs/promises";
import type { Place } from "../../access/index.ts";
import { type GitUse, rootCommit } from "../../repository/index.ts";
import type { DirectoryFacts } from "../rules/project-store.ts";

const GIT = "git:";

const folderPathOf = (id: Place["id"]): string => id.slice(id.indexOf(":") + 1);

/** Looks at the directories when asked, because that takes a git process. */
export function directoryFacts(place: Place, git: GitUse): DirectoryFacts {
  let commit: Promise<string | undefined> | undefined;
  return {
    place,
    rootCommit() {
      commit ??= firstCommit(place, git);
      return commit;
    },
    async gone(places) {
      const there = await Promise.all(places.map((id) => stat(folderPathOf(id)).catch(() => undefined)));
      return places.filter((_, i) => there[i] === undefined);
    },
  };
}

async function firstCommit({ id, root }: Place, use: GitUse): Promise<string | undefined> {
  if (root === undefined || !id.startsWith(GIT)) return undefined;
  const found = await rootCommit({ root, use }, folderPathOf(id));
  return "sha" in found ? found.sha : undefined;
}
