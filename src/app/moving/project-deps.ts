import type { GuidanceStore } from "../../domain/guidance/guidance-store.ts";
import type { ProjectStore } from "../../domain/moving/project-store.ts";
import type { SharedProjects } from "../../domain/moving/shared-projects.ts";
import type { SkillDeps } from "../skills/deps.ts";

export interface ProjectDeps extends SkillDeps {
  readonly store: SkillDeps["store"] &
    ProjectStore &
    SharedProjects &
    Pick<GuidanceStore, "eraseAllGuidance">;
}
