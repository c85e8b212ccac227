import type { Notice } from "../shared/remedy.ts";
import type { NamedProject } from "./named-project.ts";
import type { TeamHint } from "./team-hint.ts";

/** A directory of this machine: the git directory that all work trees share, or a folder without one. */
export interface Place {
  readonly id: `${"git" | "folder"}:${string}`;
  /** The top of the main work tree, for a git directory: what was written below it without git was written from here. */
  readonly root?: string | undefined;
}

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
  /** The directory that it is about, if that is one which can be known again. */
  readonly place?: Place | undefined;
  /** The top of the repository, or the directory of a project file outside one. */
  readonly root?: string | undefined;
  /** Days until an outcome is due, if the project file sets them. */
  readonly dueDays?: number | undefined;
  /** Whether the tool list depends on the context of the work, if the project file sets it. */
  readonly dynamicExposure?: boolean | undefined;
  /** Set if the project file switches hooks of clients off: all of them, or some events. */
  readonly hooks?: false | { readonly off: readonly string[] } | undefined;
  /** The team that the project file suggests. */
  readonly team?: TeamHint | undefined;
}
