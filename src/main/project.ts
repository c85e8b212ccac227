import { type ProjectLookup, projectCandidates } from "../adapters/git/project.ts";
import { type ChosenProject, chooseProject } from "../app/access/choose-project.ts";
import type { AccessDeps } from "../app/access/deps.ts";
import { parseProjectName } from "../domain/access/project.ts";
import type { Actor } from "../domain/shared/actor.ts";
import type { Settings } from "./settings.ts";

export interface ResolvedProject extends Omit<ChosenProject, "source"> {
  readonly source: ChosenProject["source"] | "setting";
  readonly dueDays: number;
  readonly dynamicExposure: boolean;
  /** Set while the name in the project file is free: binds it to the repository. */
  readonly beforeWrite?: ((actor: Actor) => Promise<void>) | undefined;
}

/**
 * Finds what the settings and the folders say, once. The function it returns chooses the project, each time anew,
 * because a name may be bound or trusted by another process in the meantime.
 */
export async function findProject(
  where: ProjectLookup,
  settings: Pick<Settings, "project" | "dueDays" | "dynamicExposure">,
  deps: Pick<AccessDeps, "store" | "clock">,
): Promise<() => Promise<ResolvedProject>> {
  const { dueDays, dynamicExposure } = settings;
  if (settings.project !== undefined) {
    const project = parseProjectName(settings.project, "--project or MEMBRIA_PROJECT");
    return async () => ({ project, source: "setting", dueDays, dynamicExposure });
  }
  const candidates = await projectCandidates(where);
  return async () => {
    const chosen = await chooseProject(candidates, deps.store);
    const { named } = chosen;
    return {
      ...chosen,
      dueDays: chosen.dueDays ?? dueDays,
      dynamicExposure: chosen.dynamicExposure ?? dynamicExposure,
      ...(named?.standing === "free" && {
        beforeWrite: (actor) => deps.store.bindName(named, { by: actor, at: deps.clock.now() }),
      }),
    };
  };
}
