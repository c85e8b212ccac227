import type { Screened } from "../shared/text.ts";

/** What a file has around its text. Kept apart, so that the bytes can be written as they were. */
export interface FileDress {
  readonly byteOrderMark: boolean;
  readonly lineEnding: "lf" | "crlf";
  /** The numbers of the lines that end the other way. */
  readonly otherwise: readonly number[];
}

/** A file of a folder of ADRs, and the decision it stands for. */
export interface AdrFile {
  readonly project: string;
  /** The folder, as every checkout of the repository would name it. */
  readonly folder: string;
  /** Inside the folder, with `/` between names. */
  readonly path: string;
  readonly decisionId: string;
  /** As it was read or written, with plain line endings. */
  readonly text: Screened;
  readonly dress: FileDress;
  /** Of the bytes in the folder when the two were last in step. */
  readonly fileHash: string;
  /** Of what the file says about the decision, when the two were last in step. */
  readonly memoryHash: string;
}
