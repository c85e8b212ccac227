import type { AdrFolder } from "./adr.ts";
import type { MamaDatabase } from "./mama.ts";

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
