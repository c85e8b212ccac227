import { DEFAULT_PROJECT, type Place } from "../../access/index.ts";
import type { RemainingText } from "../../shared/erasure.ts";

export interface ProjectCounts {
  readonly decisions: number;
  /** Checkpoints and insights. */
  readonly others: number;
}

export interface ProjectSummary extends ProjectCounts {
  readonly project: string;
  /** Undefined for a project that has nothing but keys or names of directories. */
  readonly lastUsedAt?: Date | undefined;
}

/** What a move of a project took along, or would take along. */
export interface MovedProject extends ProjectCounts {
  readonly from: string;
  readonly to: string;
  readonly links: number;
  readonly proposals: number;
  /** The ids of the keys that are bound to the project. */
  readonly keys: readonly string[];
  /** What was in the other project before. */
  readonly there: ProjectCounts;
}

/** A move in the log. */
export interface LoggedMove extends MovedProject {
  /** The number of its entry. */
  readonly entry: number;
  readonly at: Date;
}

export interface ErasedProject extends ProjectCounts {
  readonly project: string;
  readonly proposals: number;
  readonly remaining?: RemainingText | undefined;
}

/** What became of the memory of a directory whose project has another name than before. */
export type NameFollowed = Pick<NameChange, "before" | "now"> &
  ProjectCounts &
  (
    | {
        readonly did: "moved";
        /** Whether the decisions of a project are others than before, and not just under another name. */
        readonly regrouped: boolean;
        /** Memories that stay, because nobody knows the directory they were written from. */
        readonly left: number;
      }
    | { readonly did: "offered"; readonly because: WhyOffered; readonly there: number }
  );

/** A project that probably has what is looked for in another one. */
export interface OtherName extends ProjectCounts {
  readonly project: string;
  /** Whether this directory had it, or a repository with the same first commit has it. */
  readonly because: "same-directory" | "same-first-commit";
}

/** What only the file system knows about a directory. */
export interface DirectoryFacts {
  readonly place: Place;
  /** Of its repository, if there is one. */
  rootCommit(): Promise<string | undefined>;
  /** Those of the directories that no longer exist. */
  gone(places: readonly Place["id"][]): Promise<readonly string[]>;
}

/** What the store cannot know about a directory. */
export interface FollowFacts {
  readonly mayWrite: boolean;
  /** Directories that no longer exist. */
  readonly gone: readonly string[];
  readonly rootCommit?: string | undefined;
}

/** What is known of a directory whose project has another name than before: a first commit, a remote, another remote. */
export interface NameChange {
  readonly before: string;
  readonly now: string;
  /** Other directories of this machine whose project has the earlier name. */
  readonly others: number;
  /** Memories under the earlier name. */
  readonly waiting: number;
  /** Of these, the ones that were written from this directory. Known for the default project alone. */
  readonly own: number;
  /** Of these, the ones of which nobody knows the directory. */
  readonly unknown: number;
  /** Whether a link joins one of its own with one that would stay. */
  readonly ownAreJoined: boolean;
  /** Memories under the new name. */
  readonly there: number;
  /** Whether the first of these was written from this directory. */
  readonly begunHere: boolean;
  readonly mayWrite: boolean;
}

/** Why a person has to decide. */
type WhyOffered = "shared-default" | "shared-name" | "name-in-use" | "read-only";

type NameChangeAnswer =
  | { readonly does: "nothing" }
  | { readonly does: "move"; readonly which: "all" | "own" }
  | { readonly does: "offer"; readonly because: WhyOffered };

/**
 * The memory that a directory began moves along when its project gets another name. What others may have a share in
 * never moves by itself, and nothing is added to a memory that another directory began.
 */
export function answerNameChange(change: NameChange): NameChangeAnswer {
  const { before, now, waiting, own, unknown } = change;
  if (before === now || waiting === 0 || now === DEFAULT_PROJECT) return { does: "nothing" };
  if (before === DEFAULT_PROJECT && own === 0)
    return unknown > 0 ? { does: "offer", because: "shared-default" } : { does: "nothing" };
  if (before === DEFAULT_PROJECT && change.ownAreJoined) return { does: "offer", because: "shared-default" };
  if (before !== DEFAULT_PROJECT && change.others > 0) return { does: "offer", because: "shared-name" };
  if (change.there > 0 && !change.begunHere) return { does: "offer", because: "name-in-use" };
  if (!change.mayWrite) return { does: "offer", because: "read-only" };
  return { does: "move", which: before === DEFAULT_PROJECT ? "own" : "all" };
}

/**
 * Asked before a shared text is erased: the decision, insight or person by its id, and the action of the log that would
 * be written.
 * @throws Fault `forbidden` if others, whom it was shared with, would keep it.
 */
export type ErasureGuard = (
  record: string,
  action: "decision.erased" | "insight.erased" | "person.erased",
) => Promise<void>;
