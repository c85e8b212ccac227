import { stat } from "node:fs/promises";
import type { Place } from "../../domain/access/project-candidate.ts";
import type { DirectoryFacts } from "../../domain/moving/project-store.ts";
import { rootCommit } from "./root-commit.ts";

const GIT = "git:";
const pathOf = (id: Place["id"]): string => id.slice(id.indexOf(":") + 1);

/** Looks at the directories when asked, because that takes a git process. */
export function directoryFacts(place: Place): DirectoryFacts {
  let commit: Promise<string | undefined> | undefined;
  return {
    place,
    rootCommit() {
      commit ??= place.id.startsWith(GIT) ? firstCommit(pathOf(place.id)) : Promise.resolve(undefined);
      return commit;
    },
    async gone(places) {
      const there = await Promise.all(places.map((id) => stat(pathOf(id)).catch(() => undefined)));
      return places.filter((_, i) => there[i] === undefined);
    },
  };
}

async function firstCommit(commonDir: string): Promise<string | undefined> {
  const found = await rootCommit(commonDir);
  return "sha" in found ? found.sha : undefined;
}
