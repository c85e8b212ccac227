/** A copy of the memory beside it, or in the folder of copies. */
export interface CopyReport {
  readonly path: string;
  /** When it was made. */
  readonly at: Date;
  /** Undefined if it cannot be opened. */
  readonly decisions?: number | undefined;
  /** Whether every page of it is in order. */
  readonly isWhole: boolean;
}

/** `altered`: every page is in order, but what is stored is not what the log says. */
export type FileState = "missing" | "empty" | "foreign" | "damaged" | "altered" | "sound";

/** What a look at the file and at its copies found. */
export interface FileReport {
  readonly path: string;
  readonly state: FileState;
  /** What is wrong, each in a sentence. */
  readonly problems: readonly string[];
  /** Whether there is a write-ahead log beside it, which may have the last writes. */
  readonly hasLog: boolean;
  /** Newest first. */
  readonly copies: readonly CopyReport[];
}

/** What became of the records of one kind. */
export interface RecoveredKind {
  readonly kind: string;
  /** Read from the file. */
  readonly recovered: number;
  /** Of those, with a text that is no longer what the log has the digest of. */
  readonly altered: number;
  /** Made again from the log, because the row is lost. */
  readonly madeAgain: number;
  /** Known to have been there, and neither. */
  readonly lost: number;
}

export interface Recovery {
  readonly kinds: readonly RecoveredKind[];
  /** Whether more may be lost than is counted: what nothing else in the file names is missed by nobody. */
  readonly mayLackMore: boolean;
  /** The ids of records that are lost or altered; the first ones. */
  readonly lostIds: readonly string[];
  readonly alteredIds: readonly string[];
  /** Where the damaged file is now; undefined if nothing was put in its place. */
  readonly setAside?: string | undefined;
}

export type OnProgress = (done: number, total: number, what: string) => void;

/** Looks at the file of the memory and brings it back, without opening it as a memory. */
export interface MemoryFiles {
  examine(onProgress: OnProgress): Promise<FileReport>;
  /**
   * Reads what can be read into a new file, and puts it in the place of the damaged one, which is kept under another name.
   * With `dryRun` nothing is changed. @throws Fault if there is nothing in it, or if another process has the file open.
   */
  salvage(options: {
    readonly dryRun: boolean;
    readonly at: Date;
    readonly onProgress: OnProgress;
  }): Promise<Recovery>;
  /** Puts a copy in the place of the file, which is kept under another name. The copy stays. Returns that name. */
  bringBack(copy: string): Promise<string | undefined>;
}
