import type { Notice } from "../shared/remedy.ts";
import { isAutomaticName } from "./project.ts";

/**
 * What identifies a repository on this machine: where it was cloned from, or its first commit, or the folder it is in.
 * None of it is a file that the repository brings along.
 */
export type RepositoryId = `${"origin" | "commit" | "folder"}:${string}`;

/** The name that the project file of a repository gives its project. */
export interface NamedProject {
  readonly project: string;
  readonly repository: RepositoryId;
}

/** How a repository came to its name: it was the first to write under it, or a person trusted it. */
export type BindingReason = "first-use" | "trusted";

export interface Binding {
  readonly repository: RepositoryId;
  readonly reason: BindingReason;
}

/** Where a name stands for a repository. `free`: nothing was ever written under it, and no other repository has it. */
export type NameStanding =
  | { readonly standing: "bound"; readonly reason: BindingReason }
  | { readonly standing: "free" }
  | { readonly standing: "foreign"; readonly decisions: number };

/**
 * Whether a repository may use the name. A free one may be used, unless Membria would give it to another repository by
 * itself: the first to write under it would be bound to whatever is later remembered about that repository.
 */
export function standingOf({ project }: NamedProject, found: NameStanding): NameStanding {
  return found.standing === "free" && isAutomaticName(project)
    ? { standing: "foreign", decisions: 0 }
    : found;
}

/** Says that a name was not followed, and nothing else of what the file contains. */
export function notFollowed(named: string, decisions: number, used: string): Notice {
  const waiting =
    decisions === 1
      ? "1 decision waits under that name"
      : `${decisions === 0 ? "no" : decisions} decisions wait under that name`;
  return {
    text: `The file .membria.json names the project "${named}", which is not bound to this repository: ${waiting}, and the project "${used}" is used instead.`,
    remedies: [{ remedy: "trust-project" }],
  };
}
