import type { Act } from "../shared/act.ts";
import type { ProjectContext } from "./exposure.ts";

/** What somebody is up to in a project. There is one for each, and a later one takes its place. */
export interface ContextStore {
  projectContext(project: string): Promise<ProjectContext | undefined>;
  /** False when it is what was stored already: then nothing is written. */
  saveContext(context: ProjectContext, act: Act): Promise<boolean>;
}
