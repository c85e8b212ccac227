/** A call of the page that takes another one back, ready to be sent. */
export interface UndoResult {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it is then. */
  readonly text: string;
}

/** What every call that writes answers. */
export interface ActResult {
  /** What it is now, in a sentence without stored text. */
  readonly said: string;
  /** Null where the memory cannot take it back. */
  readonly undo: UndoResult | null;
}
