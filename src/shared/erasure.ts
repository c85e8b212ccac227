/** What an erasure could not remove. */
export interface RemainingText {
  /** The file in which the old text still is. */
  readonly file: string;
  /**
   * `in_use`: another process reads or writes the file. `disk`: the disk refused, for example because it is full. The store
   * finishes both by itself. `quoted`: other records have the same words, and somebody has to decide about them.
   */
  readonly because: "in_use" | "disk" | "quoted";
  /** What else has words of it. Undefined if nothing has. */
  readonly records?: readonly RemainingRecord[] | undefined;
}

export interface RemainingRecord {
  /** The id of a record, or the name of a table whose rows have none. */
  readonly id: string;
  readonly project?: string | undefined;
}

export interface Erased {
  readonly id: string;
  readonly project: string;
  /** Undefined if nothing of the text is left in the file. */
  readonly remaining?: RemainingText | undefined;
  /** How many daily copies of the memory were deleted, because they had the text. Undefined if there were none. */
  readonly removedCopies?: number | undefined;
}
