/** A raw row of a MAMA database. Its columns depend on the version. */
export type MamaRow = Readonly<Record<string, string | number | null>>;

export interface MamaPage {
  readonly rows: readonly MamaRow[];
  /** The number of the last row. The next page starts after it. */
  readonly last?: number | undefined;
}

/** A MAMA database, opened read-only. */
export interface MamaDatabase {
  /** Depends only on the content of the file, not on its path. */
  readonly fingerprint: string;
  /** Whether this version of MAMA has approval of links. */
  readonly governed: boolean;
  readonly totals: {
    readonly decisions: number;
    readonly edges: number;
    readonly rejections: number;
    readonly checkpoints: number;
  };
  /** In the order they were saved, with `replaced` = 1 if another decision supersedes the row. */
  decisions(after: number, limit: number): Promise<MamaPage>;
  /** Decisions that refer to others in a column. */
  related(after: number, limit: number): Promise<MamaPage>;
  /** With `approved` = 1 if the log has an approval by the user. */
  edges(after: number, limit: number): Promise<MamaPage>;
  /** Links that a user rejected: MAMA deletes them, and only its log still has them. */
  rejections(after: number, limit: number): Promise<MamaPage>;
  checkpoints(after: number, limit: number): Promise<MamaPage>;
  /** Those of the given ids that exist. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}
