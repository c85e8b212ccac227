import type { SharedProjects } from "../../domain/moving/shared-projects.ts";
import { Fault } from "../../domain/shared/errors.ts";

/**
 * A team knows its project by name, and what is in it is on other machines, too: it is neither renamed nor emptied here.
 * @throws Fault `conflict`.
 */
export async function requireUnshared(store: SharedProjects, projects: readonly string[]): Promise<void> {
  for (const project of projects) {
    if (!(await store.teamOf(project))) continue;
    throw new Fault("conflict", `The project "${project}" is shared with a team.`, {
      field: "project",
      received: project,
      reason: "project_shared",
      hint: "Nothing was changed. What came from the team stays here when it is left.",
      remedies: [{ remedy: "leave-team", project }],
    });
  }
}
