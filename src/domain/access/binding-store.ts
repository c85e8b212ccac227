import type { Act } from "../shared/act.ts";
import type { Binding, NamedProject, NameStanding } from "./named-project.ts";

/** Which repositories may use a project by a name in their project file. It concerns this machine alone. */
export interface BindingStore {
  nameStanding(named: NamedProject): Promise<NameStanding>;
  /**
   * Binds a free name to the repository. A name that is bound to it stays unchanged.
   * @throws Fault `conflict` if the name is no longer free.
   */
  bindName(named: NamedProject, act: Act): Promise<void>;
  /** Binds any name to the repository, because a person said so. */
  trustName(named: NamedProject, act: Act): Promise<void>;
  /** In the order in which they were bound. */
  bindings(project: string): Promise<readonly Binding[]>;
}
