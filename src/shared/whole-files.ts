/**
 * Who may read a file. `private`: its owner alone. `private if new`: its owner alone, but a file that is replaced keeps
 * its mode. `ordinary`: as any other file of this user, and a file that is replaced keeps its mode.
 */
export type FileAccess = "private" | "private if new" | "ordinary";

/** `in use`: the process that writes it may still be running. */
export type DraftState = "gone" | "abandoned" | "in use";

/** The contents of a file under another name, in the folder of the file. */
export interface Draft {
  readonly path: string;
  write(contents: string | Uint8Array): Promise<void>;
  /** When it resolves, the draft is complete and on the disk. */
  finish(): Promise<void>;
  /** Gives the draft the name of its file, replacing what had it. It is on the disk when it resolves. */
  publish(): Promise<void>;
  /** Deletes the draft. Does nothing after `publish`. */
  abandon(): Promise<void>;
}

/** Writes files whole or not at all: a draft first, which gets the name of the file when it is complete. */
export interface WholeFiles {
  /** Creates a folder and those above it, if there are none. They are on the disk when it resolves. */
  makeFolder(folder: string): Promise<void>;
  openDraft(file: string, access: FileAccess): Promise<Draft>;
  /** Whether this is the name of a draft, without its folder. */
  isDraft(name: string): boolean;
  stateOf(draft: string): Promise<DraftState>;
  /** Deletes the abandoned drafts in a folder, and returns those that are in use. */
  sweepDrafts(folder: string): Promise<readonly string[]>;
}
