import type { Screened } from "../shared/text.ts";

/** Byte order mark and line endings, kept apart from the text so that the file can be written byte for byte as it was. */
export interface FileEncoding {
  readonly byteOrderMark: boolean;
  readonly lineEnding: "lf" | "crlf";
  /** The numbers of the lines with the other line ending. */
  readonly otherwise: readonly number[];
}

/** A file in a folder of ADRs, and the decision it represents. */
export interface AdrFile {
  readonly project: string;
  /** The name of the folder, the same in every checkout of the repository. */
  readonly folder: string;
  /** Relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly decisionId: string;
  /** As it was read or written, with line endings normalised to LF. */
  readonly text: Screened;
  readonly dress: FileEncoding;
  /** The hash of the file when it was last in sync with the memory. */
  readonly fileHash: string;
  /** The hash of the standing of the decision when the two were last in sync. Empty until the links are imported. */
  readonly memoryHash: string;
}

/** A file that is about to be written. If the process is killed, this tells the next one which decision it belongs to. */
export interface AdrWrite extends AdrFile {
  /** The path of the folder on this machine. */
  readonly location: string;
  /** The file's contents until it gets its name, relative to the folder. */
  readonly draft: string;
}
