import {
  type AccessDeps,
  bindName,
  type ChosenProject,
  chooseProject,
  isCommitName,
  parseProjectName,
  type TeamHint,
} from "../../access/index.ts";
import {
  type DirectoryFacts,
  directoryFacts,
  type FollowedDirectory,
  followDirectory,
  lastNameAt,
  noteDirectory,
  type ProjectDeps,
  type ProjectLookup,
  projectCandidates,
} from "../../portability/index.ts";
import type { Actor } from "../../shared/actor.ts";
import type { Notice } from "../../shared/errors.ts";
import type { Memory } from "../../store/file/memory.ts";
import { teamSuggestions } from "../../team/index.ts";
import { once } from "../once.ts";
import type { Settings } from "../settings.ts";

export interface ResolvedProject extends Omit<ChosenProject, "source"> {
  readonly source: ChosenProject["source"] | "setting";
  readonly dueDays: number;
  readonly dynamicExposure: boolean;
  /** Binds a free name in the project file to the repository, and notes the name that the directory has. */
  readonly beforeWrite?: ((actor: Actor) => Promise<void>) | undefined;
  /** The directory that is noted with what is written, for a project that many directories share. */
  readonly writtenFrom?: string | undefined;
  /** The first commit of the repository, if it has one. */
  readonly rootCommit?: (() => Promise<string | undefined>) | undefined;
  /** Says what moved here because the project has another name now. It is given once. */
  readonly takeMoved?: (() => Notice | undefined) | undefined;
  /** The team that the project file suggests. */
  readonly suggestsTeam?: TeamHint | undefined;
  /** Says so for a project that is not shared. It is given once. */
  readonly takeSuggestion?: (() => Notice | undefined) | undefined;
}

type FindSettings = Pick<Settings, "project" | "dueDays" | "dynamicExposure"> &
  Partial<Pick<Settings, "readOnly" | "role">>;
type FindDeps = Pick<AccessDeps, "memory" | "clock"> & ProjectDeps & { readonly memory: Memory };

/**
 * Finds what the settings and the folders say, once. The function it returns chooses the project, each time anew,
 * because a name may be bound or trusted by another process in the meantime.
 */
export async function findProject(
  where: ProjectLookup,
  settings: FindSettings,
  deps: FindDeps,
): Promise<() => Promise<ResolvedProject>> {
  const { dueDays, dynamicExposure } = settings;
  if (settings.project !== undefined) {
    const project = parseProjectName(settings.project, "--project or MEMBRIA_PROJECT");
    return async () => ({ project, source: "setting", dueDays, dynamicExposure });
  }
  const candidates = await projectCandidates(where);
  const directories = new Map<string, Directory>();
  const suggestionOf = teamSuggestions(deps.memory);
  return async () => {
    const chosen = await keepName(await chooseProject(candidates, deps.memory), deps.memory);
    const { named, place, source, project, team } = chosen;
    const facts = place && directoryFacts(place, where.git);
    const resolved = {
      ...chosen,
      ...(team && { suggestsTeam: team, takeSuggestion: await suggestionOf(team, project) }),
      dueDays: chosen.dueDays ?? dueDays,
      dynamicExposure: chosen.dynamicExposure ?? dynamicExposure,
      ...(facts && { rootCommit: facts.rootCommit }),
    };
    // A name in a project file is the choice of a person, and nothing follows it by itself.
    if (source === "file" || !facts) {
      return {
        ...resolved,
        ...(named?.standing === "free" && {
          beforeWrite: (actor) => bindName(deps.memory, named, { by: actor, at: deps.clock.now() }),
        }),
      };
    }
    const known = directories.get(project) ?? openDirectory(facts, project, deps, mayMove(settings));
    directories.set(project, known);
    const { offer } = await known.followed();
    return {
      ...resolved,
      notice: chosen.notice ?? offer,
      beforeWrite: known.note,
      takeMoved: known.takeMoved,
      ...(source === "default" && { writtenFrom: facts.place.id }),
    };
  };
}

/** Where git may not be asked for the first commit, the name counts that the directory had by it. */
async function keepName(chosen: ChosenProject, memory: Memory): Promise<ChosenProject> {
  if (!chosen.isUnread || !chosen.place) return chosen;
  const project = await lastNameAt(memory, chosen.place);
  return project !== undefined && isCommitName(project)
    ? { ...chosen, project, source: "root-commit", notice: undefined }
    : chosen;
}

const mayMove = ({ readOnly = false, role = "agent" }: FindSettings): boolean =>
  !readOnly && role !== "viewer";

interface Directory {
  followed(): Promise<FollowedDirectory>;
  takeMoved(): Notice | undefined;
  note(): Promise<void>;
}

/** A directory under the name that its project has. Its memory follows once, and its name is noted once. */
function openDirectory(facts: DirectoryFacts, project: string, deps: FindDeps, mayWrite: boolean): Directory {
  let moved: Notice | undefined;
  let noted = false;
  return {
    followed: once(async () => {
      try {
        const followed = await followDirectory(facts, project, deps, mayWrite);
        moved = followed.moved;
        return followed;
      } catch (error) {
        // Whoever uses the memory next learns what is wrong with it.
        deps.log.debug("Looking for an earlier name of the project failed.", { error });
        return {};
      }
    }),
    takeMoved() {
      const told = moved;
      moved = undefined;
      return told;
    },
    async note() {
      if (noted) return;
      try {
        await noteDirectory(facts, project, deps);
        noted = true;
      } catch (error) {
        // The write itself may succeed all the same, or says what is wrong.
        deps.log.debug("The name of the project could not be noted.", { error });
      }
    },
  };
}
