/** Time, so that tests never sleep. */
export interface Clock {
  now(): Date;
}

/** Identifiers that sort by the time they were made. `prefix` is one of `ids.ts`. */
export interface Ids {
  next(prefix: string): string;
}

/** Chance that nobody can foresee: for secrets. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

/** One secret-shaped stretch of a text. */
export interface SecretFinding {
  /** What kind of secret it looks like, as a readable slug: `github-token`, `private-key`. */
  readonly rule: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Finds secret-shaped text. Findings are sorted by `start` and do not overlap. */
export interface SecretScanner {
  scan(text: string): readonly SecretFinding[];
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured logging; the adapter masks what must not be logged. `with` binds fields to every later entry. */
export interface Log {
  debug(message: string, meta?: Record<string, unknown>): void;
  info(message: string, meta?: Record<string, unknown>): void;
  warn(message: string, meta?: Record<string, unknown>): void;
  /** An `error` in `meta` is logged with its stack and causes. */
  error(message: string, meta?: Record<string, unknown>): void;
  with(fields: { requestId?: string; sessionId?: string }): Log;
}

/** Beta distributions, exactly. */
export interface BetaMath {
  quantile(probability: number, alpha: number, beta: number): number;
  /** The probability that a draw from the first is greater than one from the second. */
  probabilityGreater(first: BetaShape, second: BetaShape): number;
}

export interface BetaShape {
  readonly alpha: number;
  readonly beta: number;
}

/** Which side of a search a text stands on: some models are told. */
export const EMBEDDING_KINDS = ["query", "passage"] as const;
export type EmbeddingKind = (typeof EMBEDDING_KINDS)[number];

/**
 * Turns texts into vectors of length one, so that their dot product says how near they are in meaning.
 * Nothing that is saved may wait for one: `embed` may be slow, and may fail with a Fault.
 */
export interface Embedder {
  /** Changes when weights, tokenizer, pooling or prefixes change. Vectors of different models do not compare. */
  readonly model: string;
  readonly dimensions: number;
  /** One vector per text, in order. Queries go before passages that still wait. */
  embed(texts: readonly string[], kind: EmbeddingKind): Promise<readonly Float32Array[]>;
  /** What runs it, and what would be faster; known once it has embedded something. */
  describe(): { readonly runtime: string; readonly note?: string | undefined };
  close(): Promise<void>;
}

export interface Commit {
  readonly id: string;
  readonly at: Date;
  /** The first line of its message. */
  readonly subject: string;
}

/** What happened to a file, or to a folder with everything in it. */
export interface FileChange {
  readonly path: string;
  readonly kind: "changed" | "deleted";
  /** The last commit that touched it; undefined when the change is not committed. */
  readonly commit?: Commit | undefined;
}

/**
 * The repository that the work happens in. Asked about, never changed. `from` is the commit that was checked out at that
 * time: where it is still known it says more exactly than the time what came after.
 * @throws Fault `unavailable` when there is a repository and it does not answer.
 */
export interface Checkout {
  /** Undefined outside a repository, or where no repository can be read: then the rest is empty. */
  head(): Promise<Commit | undefined>;
  /** The newest first. */
  commitsSince(
    since: Date,
    limit: number,
    from?: string,
  ): Promise<{ readonly commits: readonly Commit[]; readonly total: number }>;
  /**
   * Which of the paths, files or folders, are no longer what they were; `.` is the whole repository. They are given back
   * as they stand in the repository, each once. Paths outside the repository are left out.
   */
  changesSince(since: Date, paths: readonly string[], from?: string): Promise<readonly FileChange[]>;
  /** Of commits named by a prefix or whole: those that are no longer part of the history of `head`. */
  goneCommits(ids: readonly string[]): Promise<readonly string[]>;
}
