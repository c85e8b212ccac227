import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { committedFrames, validPageSize } from "./log-frames.ts";

/** The pages of a database file, read without SQLite, so that nothing that is damaged can be in the way. */
export interface FilePages {
  readonly pageSize: number;
  /** The bytes of a page that hold content. */
  readonly usable: number;
  readonly count: number;
  /** The format of the memory, if the header still says it. */
  readonly format: number | undefined;
  /** Undefined for a page that the file does not have. */
  page(number: number): Buffer | undefined;
  close(): void;
}

/** Every memory file has it, unless somebody changed it with another program. */
const USUAL_PAGE_SIZE = 4096;
const HEADER_BYTES = 100;

/** Reads the file and the write-ahead log beside it, and changes neither. One of them may be missing. */
export function openPages(path: string, newestFormat: number): FilePages {
  const file = openIfThere(path);
  const log = openIfThere(`${path}-wal`);
  const header = Buffer.alloc(HEADER_BYTES);
  if (file !== undefined) readSync(file, header, 0, HEADER_BYTES, 0);
  const frames = log === undefined ? undefined : committedFrames(log);
  const pageSize = frames?.pageSize ?? validPageSize(header.readUInt16BE(16)) ?? USUAL_PAGE_SIZE;
  const inFile = file === undefined ? 0 : Math.ceil(fstatSync(file).size / pageSize);
  const first = frames?.offsets.get(1);
  if (first !== undefined && log !== undefined) readSync(log, header, 0, HEADER_BYTES, first);
  const format = header.readUInt32BE(60);

  const page = (number: number): Buffer | undefined => {
    const buffer = Buffer.alloc(pageSize);
    const offset = frames?.offsets.get(number);
    if (offset !== undefined && log !== undefined) return readPage(log, buffer, offset);
    if (file === undefined || number < 1 || number > inFile) return undefined;
    return readPage(file, buffer, (number - 1) * pageSize);
  };
  return {
    pageSize,
    usable: pageSize - reservedBytes(header),
    count: [...(frames?.offsets.keys() ?? [])].reduce((most, number) => Math.max(most, number), inFile),
    format: format >= 1 && format <= newestFormat ? format : undefined,
    page,
    close() {
      for (const handle of [file, log]) if (handle !== undefined) closeSync(handle);
    },
  };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A page that the disk cannot read is as good as an empty one. */
function readPage(file: number, buffer: Buffer, offset: number): Buffer | undefined {
  try {
    return readSync(file, buffer, 0, buffer.length, offset) > 0 ? buffer : undefined;
  } catch {
    return undefined;
  }
}

/** Programs that add something to each page are not known here, so another figure is a damaged one. */
const reservedBytes = (header: Buffer): number => {
  const reserved = header[20] ?? 0;
  return reserved <= 32 && header.toString("latin1", 0, 6) === "SQLite" ? reserved : 0;
};
