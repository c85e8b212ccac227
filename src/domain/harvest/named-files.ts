/** Files that a person names, wherever they are. */
export interface NamedFiles {
  /** @throws Fault if the file does not exist. */
  openLines(path: string): Promise<{
    /** Starts after the given line; the first line has the number 1. */
    lines(after: number): AsyncIterable<{ readonly number: number; readonly text: string }>;
  }>;
}
