import { DEFAULT_PROJECT } from "../access/project.ts";

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
export type WhyOffered = "shared-default" | "shared-name" | "name-in-use" | "read-only";

export type NameChangeAnswer =
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
