/** What an erasure could not remove from the disk yet. The store finishes it by itself. */
export interface RemainingText {
  /** The file in which the old text still is. */
  readonly file: string;
  /** `in_use`: another process reads or writes the file. `disk`: the disk refused, for example because it is full. */
  readonly because: "in_use" | "disk";
}

export interface Erased {
  readonly id: string;
  readonly project: string;
  /** Undefined if nothing of the text is left in the file. */
  readonly remaining?: RemainingText | undefined;
  /** How many daily copies of the memory were deleted, because they had the text. Undefined if there were none. */
  readonly removedCopies?: number | undefined;
}
