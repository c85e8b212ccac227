export interface Page<T> {
  readonly items: readonly T[];
  /** The number of items on all pages together. */
  readonly total: number;
  /** Pass it to get the next page; undefined on the last page. */
  readonly cursor?: string | undefined;
}
