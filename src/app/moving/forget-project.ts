import * as z from "zod";
import { ProjectName } from "../../domain/access/project.ts";
import type { ErasedProject } from "../../domain/moving/project-store.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { ProjectDeps } from "./project-deps.ts";
import { requirePersonForProjects } from "./require-person.ts";
import { requireUnshared } from "./require-unshared.ts";

export const forgetProject = defineOperation({
  name: "forget-project",
  summary: "Remove all texts of a project for good, and keep only the fact that they were erased.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({ project: ProjectName, dryRun: z.boolean().default(false) }),
  async run({ project, dryRun }, deps: ProjectDeps, call): Promise<ErasedProject & { guidance: number }> {
    requirePersonForProjects(call);
    await requireUnshared(deps.store, [project]);
    // Guidance that still waits may hold the text of a decision.
    await deps.observations.flush();
    if (dryRun) return { ...(await deps.store.countProject(project)), guidance: 0 };
    const erased = await deps.store.eraseProject(project, actOf(deps, call));
    const { records, remaining } = await deps.store.eraseAllGuidance(project, actOf(deps, call));
    return { ...erased, guidance: records, remaining: remaining ?? erased.remaining };
  },
});
