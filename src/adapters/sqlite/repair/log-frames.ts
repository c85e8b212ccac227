import { fstatSync, readSync } from "node:fs";

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

type Sums = readonly [number, number];

/** The pages of a write-ahead log that belong to a commit, as offsets of their content in it. */
export interface CommittedFrames {
  readonly pageSize: number;
  readonly offsets: ReadonlyMap<number, number>;
}

/**
 * Reads a write-ahead log up to its last commit. As SQLite does, it stops at the first frame whose sum is wrong, because
 * each sum covers everything before it. Undefined if there is no commit in it.
 */
export function committedFrames(log: number): CommittedFrames | undefined {
  const header = Buffer.alloc(LOG_HEADER);
  if (readSync(log, header, 0, LOG_HEADER, 0) < LOG_HEADER) return undefined;
  const magic = header.readUInt32BE(0);
  const pageSize = validPageSize(header.readUInt32BE(8));
  if (pageSize === undefined || (magic & ~1) !== MAGIC) return undefined;
  const wordAt = (magic & 1) === 1 ? "readUInt32BE" : "readUInt32LE";
  let sums = addTo([0, 0], header.subarray(0, 24), wordAt);
  if (sums[0] !== header.readUInt32BE(24) || sums[1] !== header.readUInt32BE(28)) return undefined;

  const salts = header.subarray(16, 24);
  const offsets = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  const frame = Buffer.alloc(FRAME_HEADER + pageSize);
  const size = fstatSync(log).size;
  for (let at = LOG_HEADER; at + frame.length <= size; at += frame.length) {
    readSync(log, frame, 0, frame.length, at);
    if (!frame.subarray(8, 16).equals(salts)) break;
    sums = addTo(addTo(sums, frame.subarray(0, 8), wordAt), frame.subarray(FRAME_HEADER), wordAt);
    if (sums[0] !== frame.readUInt32BE(16) || sums[1] !== frame.readUInt32BE(20)) break;
    uncommitted.set(frame.readUInt32BE(0), at + FRAME_HEADER);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, offset] of uncommitted) offsets.set(page, offset);
    uncommitted.clear();
  }
  return offsets.size === 0 ? undefined : { pageSize, offsets };
}

/** The header stores 65536 as 1, because it has two bytes for it. */
export function validPageSize(stored: number): number | undefined {
  const size = stored === 1 ? 65_536 : stored;
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0 ? size : undefined;
}

function addTo([first, second]: Sums, bytes: Buffer, wordAt: "readUInt32BE" | "readUInt32LE"): Sums {
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + bytes[wordAt](at) + b) >>> 0;
    b = (b + bytes[wordAt](at + 4) + a) >>> 0;
  }
  return [a, b];
}
