import type { AdrFolder } from "./adr.ts";
import type { MamaDatabase } from "./mama.ts";

/** A text that is read line by line. */
export interface TextLines {
  /** The same for the same bytes. */
  readonly fingerprint: string;
  readonly count: number;
  /** From the line after this one on; the first has the number 1. */
  lines(after: number): AsyncIterable<{ readonly number: number; readonly text: string }>;
}

/** Where a long text goes, bit by bit. */
export interface TextOutput {
  write(text: string): Promise<void>;
  close(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** What lies outside the memory, and is moved in from there or out to there. A path is as a person typed it. */
export interface Outside {
  /** @throws Fault when it is not one, or newer than what is known here. */
  openMama(path: string): Promise<MamaDatabase>;
  /** @throws Fault when it is not there, unless it is to be made. */
  openAdrFolder(path: string, options: { readonly create: boolean }): Promise<AdrFolder>;
  /** @throws Fault when it is not there. */
  openLines(path: string): Promise<TextLines>;
  /** Without a path, to where the person sees it or sent it. */
  openOutput(path: string | undefined): Promise<TextOutput>;
}
