import type { Place } from "../access/project-candidate.ts";
import type { Act } from "../shared/act.ts";
import type { RemainingText } from "../shared/erasure.ts";
import type { NameChange, WhyOffered } from "./name-change.ts";

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

/** The projects of a memory, and the names that directories had for theirs. */
export interface ProjectStore {
  /** The one used last comes first. */
  listProjects(): Promise<readonly ProjectSummary[]>;
  /** What `moveProject` would take along. */
  previewMove(from: string, to: string): Promise<MovedProject>;
  /**
   * Moves everything of a project to another one, which may have records of its own. Afterwards the memory is as if all
   * had been written there, except for skills, which have to be learned again if the other project had decisions.
   * @throws Fault `not_found` if there is nothing to move.
   */
  moveProject(from: string, to: string, act: Act): Promise<LoggedMove>;
  /** The last move that was not undone. */
  lastMove(): Promise<LoggedMove | undefined>;
  /** Moves what a move took along back. What came since stays. */
  undoMove(entry: number, act: Act): Promise<MovedProject>;
  /** What `eraseProject` would remove. */
  countProject(project: string): Promise<ErasedProject>;
  /**
   * Removes all decisions, checkpoints and insights of a project for good, as the erasure of each does. Guidance has an
   * erasure of its own.
   */
  eraseProject(project: string, act: Act): Promise<ErasedProject>;

  /** The name that the project of a directory had when something was last written from there. */
  lastNameAt(place: Place): Promise<string | undefined>;
  /** The directories whose project has this name, except for one. */
  placesNamed(project: string, except: Place): Promise<readonly Place["id"][]>;
  /** Notes that the project of a directory has this name. */
  notePlace(place: Place, project: string, rootCommit: string | undefined, at: Date): Promise<void>;
  /**
   * Moves the memory of a directory along, if the directory alone began it, and notes the new name. Undefined if there is
   * nothing to move.
   */
  followName(place: Place, now: string, given: FollowFacts, act: Act): Promise<NameFollowed | undefined>;
  /** Other projects in which the memory of a directory may be, with the most decisions first. */
  otherNames(project: string, place: Place, rootCommit: string | undefined): Promise<readonly OtherName[]>;
}
