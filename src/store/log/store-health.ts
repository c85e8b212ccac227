/** A record that the log does not make again as it is. */
export interface UncoveredRecord {
  /** Such as `outcome`. */
  readonly what: string;
  readonly id: string;
  readonly how: "not in the log" | "only in the log" | "different in the log";
}

/** Whether the changes in the log are enough to make again what is said in the memory. */
export interface Coverage {
  readonly changes: number;
  /** The first inconsistency of the log itself, in a sentence; undefined if there is none. */
  readonly problem?: string | undefined;
  /** The first few. */
  readonly uncovered: readonly UncoveredRecord[];
}

/** How many rows were made again, and how many of them were not what they should be. */
export interface Rebuilt {
  readonly rows: number;
  readonly mended: number;
}

/** What is made again from what is said, apart from vectors, which need a model, and skills, which need a search. */
export interface RebuiltTables {
  readonly words: Rebuilt;
  /** The current outcomes of decisions. */
  readonly outcomes: Rebuilt;
  readonly tallies: Rebuilt;
  /** Decisions that wait to be embedded now, and vectors that were missing or should not have been there. */
  readonly vectors: Rebuilt;
}
