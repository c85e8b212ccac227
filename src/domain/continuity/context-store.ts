import type { Act } from "../shared/act.ts";
import type { ProjectContext } from "./exposure.ts";

/** The current context of each project. There is one per project, and a later one replaces it. */
export interface ContextStore {
  projectContext(project: string): Promise<ProjectContext | undefined>;
  /** Returns false and writes nothing if it equals the stored one. */
  saveContext(context: ProjectContext, act: Act): Promise<boolean>;
}
