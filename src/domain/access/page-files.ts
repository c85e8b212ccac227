/** The files of the web page, as the build made them. */
export interface PageFiles {
  /** The one document, from which the browser loads all else. Undefined if the page was not built. */
  shell(): Promise<PageFile | undefined>;
  /** One of the files that the document names. Undefined for any other name. */
  asset(name: string): Promise<PageFile | undefined>;
}

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed with gzip; undefined where that saves nothing. */
  readonly gzipped?: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
}
