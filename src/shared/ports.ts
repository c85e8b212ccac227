/** Time, so that tests never sleep. */
export interface Clock {
  now(): Date;
}

/** Identifiers that sort by the time they were made. `prefix` is one of `ids.ts`. */
export interface Ids {
  next(prefix: string): string;
}

/** Unpredictable random bytes, for secrets. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

/** The processes that use a memory, by names that no two of them have, on whatever machine. */
export interface Processes {
  /** The name of this process. */
  readonly own: string;
  /** Whether a process is known to have ended. Of a process on another machine nothing is known. */
  hasEnded(name: string): boolean;
}

/** A part of a text that looks like a secret. */
export interface SecretFinding {
  /** The kind of secret it looks like: `github-token`, `private-key`. */
  readonly rule: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Finds text that looks like a secret. Findings are sorted by `start` and do not overlap. */
export interface SecretScanner {
  scan(text: string): readonly SecretFinding[];
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured logging. The adapter masks secrets. `with` returns a log that adds the fields to every entry. */
export interface Log {
  debug(message: string, meta?: Record<string, unknown>): void;
  info(message: string, meta?: Record<string, unknown>): void;
  warn(message: string, meta?: Record<string, unknown>): void;
  /** An `error` in `meta` is logged with its stack and causes. */
  error(message: string, meta?: Record<string, unknown>): void;
  with(fields: { requestId?: string; sessionId?: string }): Log;
}

/** Exact calculations with beta distributions. */
export interface BetaMath {
  quantile(probability: number, alpha: number, beta: number): number;
  /** The probability that a value drawn from the distribution is at most `limit`. */
  probabilityBelow(limit: number, shape: BetaShape): number;
  /** The probability that a value drawn from the first distribution is greater than one from the second. */
  probabilityGreater(first: BetaShape, second: BetaShape): number;
}

export interface BetaShape {
  readonly alpha: number;
  readonly beta: number;
}

/** Whether a text is a search query or a searched passage: some models need to know. */
export const EMBEDDING_KINDS = ["query", "passage"] as const;
export type EmbeddingKind = (typeof EMBEDDING_KINDS)[number];

/**
 * Turns texts into unit vectors, whose dot product says how close they are in meaning. `embed` may be slow and may fail
 * with a Fault, so a save never waits for it.
 */
export interface Embedder {
  /** Changes with the weights, tokenizer, pooling or prefixes. Vectors of different models cannot be compared. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector per text, in order. Queries overtake passages that are still waiting, and fail after a short time with
   * the reason `embedding_timeout`, because somebody waits for them, unless `patient` says that nobody does.
   */
  embed(
    texts: readonly string[],
    kind: EmbeddingKind,
    options?: { readonly patient?: boolean | undefined },
  ): Promise<readonly Float32Array[]>;
  /** The runtime, and a note if another would be faster. Known after the first embedding. */
  describe(): { readonly runtime: string; readonly note?: string | undefined };
  close(): Promise<void>;
}

export interface Commit {
  readonly id: string;
  readonly at: Date;
  /** The first line of its message. */
  readonly subject: string;
}

/** A change to a file, or to a folder with everything in it. */
export interface FileChange {
  readonly path: string;
  readonly kind: "changed" | "deleted";
  /** The last commit that changed it; undefined for an uncommitted change. */
  readonly commit?: Commit | undefined;
}

/** A commit with everything it says and changes. */
export interface WholeCommit extends Commit {
  readonly parents: readonly string[];
  /** The message below its first line. */
  readonly body: string;
  /** Of a merge none: what it brings has commits of its own. */
  readonly files: readonly CommittedFile[];
}

export interface CommittedFile {
  readonly path: string;
  readonly kind: "added" | "changed" | "deleted" | "renamed";
  /** Where it was before, if it was renamed. */
  readonly from?: string | undefined;
}

/** Which commits are read. */
export interface HistoryQuery {
  /** Without the history of this commit, if the repository still has it. */
  readonly after?: string | undefined;
  /** The commit to begin at; HEAD otherwise. */
  readonly tip?: string | undefined;
  readonly since?: Date | undefined;
  /** Only commits that change one of these files or folders. */
  readonly paths?: readonly string[] | undefined;
  /** The newest so many. */
  readonly limit?: number | undefined;
}

/** A file as it was in a commit. */
export interface FileAt {
  readonly commit: string;
  readonly path: string;
}

/** A line of a file with the commit that wrote it; undefined while it is not committed. */
export interface LineOrigin {
  readonly line: number;
  readonly commit?: string | undefined;
}

/** A line with its number in the file that has it. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

export interface ChangedLines extends CommittedFile {
  readonly added: readonly NumberedLine[];
  readonly removed: readonly NumberedLine[];
}

/** What differs between two states of the repository. */
export interface RepositoryChange {
  readonly files: readonly ChangedLines[];
  /** The commit that has the old state. */
  readonly base: string;
  /** The commit that has the new state; undefined for the working tree. */
  readonly tip?: string | undefined;
}

/**
 * The repository that the caller works in; it is only read. `from` is the commit that was checked out at `since`. If
 * that commit still exists, it is more exact than the time.
 * @throws Fault `unavailable` when there is a repository that cannot be read.
 */
export interface Checkout {
  /** Undefined outside a repository or when none can be read; the other methods then return nothing. */
  head(): Promise<Commit | undefined>;
  /** Newest first. */
  commitsSince(
    since: Date,
    limit: number,
    from?: string,
  ): Promise<{ readonly commits: readonly Commit[]; readonly total: number }>;
  /**
   * Which of the given files or folders changed; `.` is the whole repository. Each is returned once, as its path in the
   * repository. Paths outside the repository are left out.
   */
  changesSince(since: Date, paths: readonly string[], from?: string): Promise<readonly FileChange[]>;
  /** Which of these commits, given whole or as a prefix, are no longer in the history of `head`. */
  goneCommits(ids: readonly string[]): Promise<readonly string[]>;
  /** The addresses of the repositories that it exchanges commits with. */
  remotes(): Promise<readonly string[]>;
  /** The top of the work tree. */
  root(): Promise<string | undefined>;
  /** Oldest first, parents before their children. */
  history(query: HistoryQuery): AsyncIterable<WholeCommit>;
  /** The paths of all files that the repository keeps. */
  files(): Promise<readonly string[]>;
  /** The texts of these files, in order; undefined for what the commit does not have, is no text or is too large. */
  textsAt(files: readonly FileAt[]): Promise<readonly (string | undefined)[]>;
  /** The text of a file as it is in the work tree now, as `textsAt`. Never one outside of it. */
  textOf(path: string): Promise<string | undefined>;
  /** Who wrote lines of a file, the first and the last included. Nothing if the file has no such lines. */
  origins(path: string, first: number, last: number): Promise<readonly LineOrigin[]>;
  /** Those of these commits, given whole or as a prefix, that the repository has. Newest first. */
  commitsOf(ids: readonly string[]): Promise<readonly Commit[]>;
  /**
   * What a range such as `main...HEAD` changes, line by line, or what is not committed yet. Undefined for a range that git
   * does not know.
   */
  changeOf(range?: string): Promise<RepositoryChange | undefined>;
  /** The commit that was the newest at a time. */
  commitAt(time: Date): Promise<string | undefined>;
}
