export interface Page<T> {
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
  /** Pass it back for the next page; undefined on the last. */
  readonly cursor?: string | undefined;
}
