import type { AdrFolder } from "./adr.ts";

/** A text file that is read line by line. */
export interface TextLines {
  /** Depends only on the content of the file. */
  readonly fingerprint: string;
  readonly count: number;
  /** Starts after the given line; the first line has the number 1. */
  lines(after: number): AsyncIterable<{ readonly number: number; readonly text: string }>;
}

/** A text file that is written in pieces. It is whole in its place after `close`, and until then as it was. */
export interface TextOutput {
  write(text: string): Promise<void>;
  close(): Promise<void>;
  /** Discards everything that was written. */
  abandon(): Promise<void>;
}

export interface OutputOptions {
  /** Whether the folder of the file is created if there is none. */
  readonly createFolder: boolean;
  /** Whether a file that is replaced keeps its mode. A new one is for its owner alone. */
  readonly keepMode: boolean;
}

export interface AdrFolderOptions {
  /** Whether the folder is created if there is none. */
  readonly create: boolean;
  /** Whether the caller may ask to create it, which is then said if there is none. */
  readonly offersCreation?: boolean | undefined;
}

/** Opens the files that imports read and exports write. Paths are as the person typed them. */
export interface ExternalFiles {
  /** @throws Fault if it is not a MAMA database, or has a newer version than we know. */
  openMama(path: string): Promise<MamaDatabase>;
  /** @throws Fault if the folder does not exist and `create` is false. */
  openAdrFolder(path: string, options: AdrFolderOptions): Promise<AdrFolder>;
  /** @throws Fault if the file does not exist. */
  openLines(path: string): Promise<TextLines>;
  /** Without a path it writes to standard output. */
  openOutput(path: string | undefined, options: OutputOptions): Promise<TextOutput>;
}

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
