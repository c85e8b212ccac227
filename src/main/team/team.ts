import { join } from "node:path";
import type { MovingDeps, ProjectDeps } from "../../portability/index.ts";
import type { Memory } from "../../store/file/memory.ts";
import { ed25519Signatures, memoryMark, readTeams, type TeamDeps, teamOf } from "../../team/index.ts";
import { once } from "../once.ts";

interface Where {
  /** $MEMBRIA_HOME. */
  readonly home: string;
  /** The memory file. */
  readonly path: string;
  readonly graphUrl: string | undefined;
  readonly show: (path: string) => string;
}

type Parts = Pick<TeamDeps, "openTeamLog" | "teamSecrets" | "signatures" | "memoryMark" | "graphUrl"> &
  Pick<MovingDeps, "erasureGuard" | "teamGuard"> &
  Pick<ProjectDeps, "isShared">;

/** The parts that a person needs to share a project. Most of it is loaded when somebody does. */
export function teamParts(
  { memory, entropy }: { readonly memory: Memory; readonly entropy: TeamDeps["entropy"] },
  { home, path, graphUrl, show }: Where,
): Parts {
  const signatures = ed25519Signatures();
  const folder = join(home, "teams");
  const secrets = once(async () => {
    const { fileTeamSecrets } = await import("./team-loaded.ts");
    return fileTeamSecrets(folder, show);
  });
  return {
    signatures,
    memoryMark: memoryMark(path),
    graphUrl,
    teamSecrets: {
      read: async (team) => (await secrets()).read(team),
      write: async (secret) => (await secrets()).write(secret),
      remove: async (team) => (await secrets()).remove(team),
      whereIs: (team) => show(join(folder, `${team}.json`)),
    },
    async openTeamLog(url, graph) {
      const { connectTeamLog } = await import("./team-loaded.ts");
      return connectTeamLog({ url, graph, entropy });
    },
    isShared: async (project) => (await teamOf(memory, project)) !== undefined,
    async teamGuard(project, action) {
      if (!(await teamOf(memory, project))) return;
      const { teamGuard } = await import("./team-loaded.ts");
      await teamGuard({ memory, signatures })(project, action);
    },
    async erasureGuard(record, action) {
      if ((await readTeams(memory)).length === 0) return;
      const { erasureGuard } = await import("./team-loaded.ts");
      await erasureGuard({ memory, signatures })(record, action);
    },
  };
}
