import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
} from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Fault } from "../../shared/errors.ts";
import { systemCause } from "../../shared/system-errors.ts";

/** The header of gzip (RFC 1952): two bytes that identify it, the method, the flags, six more bytes. */
const HEADER_BYTES = 10;
const FLAGS_AT = 3;
const HAS_COMMENT = 0x10;
const LONGEST_COMMENT = 1_000;

/**
 * Packs a file with gzip, which any program unpacks. The comment is what a list of copies shows without unpacking them.
 * Both files have to be there.
 */
export async function packFile(whole: string, packed: string, comment: unknown): Promise<void> {
  await pipeline(
    createReadStream(whole),
    createGzip(),
    withComment(JSON.stringify(comment)),
    createWriteStream(packed, { flags: "r+" }),
  );
}

/** What `packFile` was given as the comment; undefined if there is none. */
export function commentOf(packed: string): unknown {
  const start = startOf(packed, HEADER_BYTES + LONGEST_COMMENT);
  const end = start.indexOf(0, HEADER_BYTES);
  if (!isGzip(start) || start[FLAGS_AT] !== HAS_COMMENT || end < 0) return undefined;
  try {
    return JSON.parse(start.toString("latin1", HEADER_BYTES, end));
  } catch {
    return undefined;
  }
}

/** Whether a packed file has the bytes of the whole one, read again from the disk. */
export async function hasContentOf(packed: string, whole: string): Promise<boolean> {
  const [found, expected] = [createHash("sha256"), createHash("sha256")];
  await pipeline(createReadStream(packed), createGunzip(), found);
  await pipeline(createReadStream(whole), expected);
  return found.digest("hex") === expected.digest("hex");
}

export const isPacked = (file: string): boolean => isGzip(startOf(file, 2));

/** The first bytes of a file; none of what cannot be read, such as a folder. */
export function startOf(file: string, bytes: number): Buffer {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(handle, start, 0, bytes, 0));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Writes the whole file to `target`, which may be there. @throws Fault if the packed one is damaged. */
export async function unpackFile(file: string, target: string): Promise<void> {
  if (!isPacked(file)) return copyFileSync(file, target);
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    throw systemCause(error) ? error : damagedCopy(file);
  }
}

export function damagedCopy(file: string): Fault {
  return new Fault("conflict", `The copy ${file} is damaged. Nothing was changed.`, {
    field: "file",
    received: file,
    reason: "damaged_copy",
    hint: "Use another copy.",
    remedies: [{ remedy: "list-backups" }],
  });
}

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** The compressor of Node writes a header without a comment, so that it is put into what comes first. */
function withComment(comment: string): Transform {
  let header: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (!header) return done(undefined, chunk);
      header = Buffer.concat([header, chunk]);
      if (header.length < HEADER_BYTES) return done();
      header[FLAGS_AT] = HAS_COMMENT;
      this.push(header.subarray(0, HEADER_BYTES));
      this.push(Buffer.from(`${comment}\0`, "latin1"));
      const rest = header.subarray(HEADER_BYTES);
      header = undefined;
      done(undefined, rest);
    },
  });
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

type Sums = readonly [number, number];

/** The pages of a write-ahead log that belong to a commit, as offsets of their content in it. */
interface CommittedFrames {
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
