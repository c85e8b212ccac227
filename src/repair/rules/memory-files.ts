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
type FileState = "missing" | "empty" | "foreign" | "damaged" | "altered" | "sound";

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

/** Why a copy of the memory was made. `by hand`: somebody asked for it. */
export type BackupOrigin = "by hand" | "daily" | "before restore" | "before import" | "before upgrade";

/** A copy of the memory where Membria keeps them. */
export interface Backup {
  readonly path: string;
  /** When it was made. */
  readonly at: Date;
  readonly bytes: number;
  readonly origin: BackupOrigin;
  /** Undefined if it cannot be opened. */
  readonly decisions?: number | undefined;
}

/** How much is in a memory or in a copy of it. */
export interface MemoryFacts {
  readonly format: number;
  readonly decisions: number;
  readonly outcomes: number;
  readonly checkpoints: number;
  readonly projects: number;
  /** Entries of the audit log. */
  readonly entries: number;
  /** When the last of them was written. */
  readonly lastChange?: Date | undefined;
}

export interface WrittenBackup {
  readonly path: string;
  readonly bytes: number;
  readonly facts: MemoryFacts;
}

/** What going back to a copy would mean. */
export interface RestorePreview {
  readonly backup: MemoryFacts;
  /** Undefined if there is no memory now, or if it cannot be read. */
  readonly present?: MemoryFacts | undefined;
  /** Records in the copy that were erased since. They would be back. */
  readonly erased: number;
  /** Keys in the copy that were revoked since. They would open the server again. */
  readonly revokedKeys: number;
}

export interface Restored {
  readonly facts: MemoryFacts;
  /** A copy of the memory that was there before; undefined if there was none, or if it could not be read. */
  readonly copy?: string | undefined;
  /** Where that memory is now, if it could not be read. */
  readonly setAside?: string | undefined;
}

/** `not due`: the last one is from today, or nothing was written since. `in hand`: another process makes it. */
export type DailyCopy =
  | { readonly state: "made"; readonly backup: WrittenBackup; readonly removed: readonly string[] }
  | { readonly state: "off" | "not due" | "in hand" | "too large" };

/** Copies of the memory, made while others use it. */
export interface MemoryBackups {
  /**
   * Writes a copy and checks it before it gets its name. Without `file` it goes to the folder of copies beside the memory.
   * @throws Fault if the file is there already and `replace` is not set.
   */
  write(options: {
    readonly file?: string | undefined;
    readonly replace: boolean;
    readonly at: Date;
    readonly onProgress: OnProgress;
  }): Promise<WrittenBackup>;
  /** The newest first. */
  list(): Promise<readonly Backup[]>;
  /** Checks a copy and compares it with the memory. Changes nothing. @throws Fault if it cannot be used. */
  preview(file: string, onProgress: OnProgress): Promise<RestorePreview>;
  /** Puts a copy in the place of the memory, of which a copy is made first. @throws Fault if others have it open. */
  restore(file: string, options: { readonly at: Date; readonly onProgress: OnProgress }): Promise<Restored>;
  /** Makes the copy of the day if it is due, and deletes the oldest ones that are too many or too large together. */
  makeDaily(at: Date, options?: { readonly largestBytes?: number | undefined }): Promise<DailyCopy>;
}
