/** A row of a MAMA database as it is, with whatever columns its version has. */
export type MamaRow = Readonly<Record<string, string | number | null>>;

export interface MamaPage {
  readonly rows: readonly MamaRow[];
  /** The number of the last row: the next page begins after it. */
  readonly last?: number | undefined;
}

/** A MAMA database, opened to be read and nothing else. */
export interface MamaDatabase {
  /** The same for the same file, wherever it lies, until something is written to it. */
  readonly fingerprint: string;
  /** Whether links there can be approved. */
  readonly governed: boolean;
  readonly totals: { readonly decisions: number; readonly edges: number; readonly checkpoints: number };
  /** In the order they were saved. Each has `replaced` = 1 when another decision supersedes it. */
  decisions(after: number, limit: number): Promise<MamaPage>;
  /** Decisions that name others in a column of their own. */
  related(after: number, limit: number): Promise<MamaPage>;
  /** Each with `approved` = 1 when its log has an approval by the user. */
  edges(after: number, limit: number): Promise<MamaPage>;
  checkpoints(after: number, limit: number): Promise<MamaPage>;
  /** Of these ids, the ones there are. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}
