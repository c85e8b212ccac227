import type { Notice } from "../shared/remedy.ts";
import type { NamedProject } from "./named-project.ts";

/** What one folder says about its project. */
export interface ProjectCandidate {
  /** The project without another name in a project file. */
  readonly own: {
    readonly project: string;
    /** `file`: a project file gives the same name. */
    readonly source: "file" | "origin" | "root-commit" | "default";
    /** Set for the default project: says why, and how to set one. */
    readonly notice?: Notice | undefined;
  };
  /** Set if a project file gives another name. */
  readonly named?: NamedProject | undefined;
  /** The top of the repository, or the directory of a project file outside one. */
  readonly root?: string | undefined;
  /** Days until an outcome is due, if the project file sets them. */
  readonly dueDays?: number | undefined;
  /** Whether the tool list depends on the context of the work, if the project file sets it. */
  readonly dynamicExposure?: boolean | undefined;
}
