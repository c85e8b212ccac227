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

/** A text file that is written in pieces. */
export interface TextOutput {
  write(text: string): Promise<void>;
  close(): Promise<void>;
  /** Discards everything that was written. */
  abandon(): Promise<void>;
}

/** Opens the files that imports read and exports write. Paths are as the person typed them. */
export interface ExternalFiles {
  /** @throws Fault if it is not a MAMA database, or has a newer version than we know. */
  openMama(path: string): Promise<MamaDatabase>;
  /** @throws Fault if the folder does not exist and `create` is false. */
  openAdrFolder(path: string, options: { readonly create: boolean }): Promise<AdrFolder>;
  /** @throws Fault if the file does not exist. */
  openLines(path: string): Promise<TextLines>;
  /** Without a path it writes to standard output. */
  openOutput(path: string | undefined): Promise<TextOutput>;
}
