import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { SqlValue } from "../../store/file/driver.ts";
import { committedFrames, validPageSize } from "./packed-file.ts";

/** The pages of a database file, read without SQLite, so that nothing that is damaged can be in the way. */
export interface FilePages {
  readonly pageSize: number;
  /** The bytes of a page that hold content. */
  readonly usable: number;
  readonly count: number;
  /** How many the header says there are. */
  readonly stated: number;
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
    stated: header.readUInt32BE(28),
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

/** A table or an index, as the file itself describes it. */
export interface StoredTree {
  readonly type: "table" | "index";
  readonly name: string;
  readonly root: number;
}

/** Decides whether a page can belong to a tree. A damaged pointer may lead into another one. */
type Fits = (page: TreePage) => boolean;

type TakeRecords = (records: readonly StoredRecord[]) => void;

/** Reads the trees of a file one after the other, and then the pages that none of them led to. */
interface TreeReader {
  readonly trees: readonly StoredTree[];
  /** Hands over the records page by page, and returns the pages that cannot be read, or only in part. */
  readTree(tree: StoredTree, fits: Fits, take: TakeRecords): readonly number[];
  /** The pages with records that no tree led to. Call it last. */
  strayPages(): Iterable<TreePage>;
}

export function readTrees(pages: FilePages): TreeReader {
  const seen = freePages(pages);
  const trees = treesIn(pages);
  return {
    trees,
    readTree: ({ root }, fits, take) => readTree(pages, root, fits, take, seen),
    *strayPages() {
      for (let number = 2; number <= pages.count; number++) {
        if (seen.has(number)) continue;
        const page = readTreePage(pages, number);
        if (page && page.records.length > 0) yield page;
      }
    },
  };
}

function readTree(
  pages: FilePages,
  root: number,
  fits: Fits,
  take: TakeRecords,
  seen: Set<number>,
): readonly number[] {
  const damagedPages: number[] = [];
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue;
    const page = readTreePage(pages, number);
    if (!page || !fits(page)) {
      damagedPages.push(number);
      continue;
    }
    seen.add(number);
    if (page.unreadable > 0) damagedPages.push(number);
    take(page.records);
    waiting.push(...page.children.toReversed());
  }
  return damagedPages;
}

/**
 * The description of the tables is itself a table, which begins on the first page. If that page is damaged, its rows are
 * still recognised wherever they stand.
 */
function treesIn(pages: FilePages): readonly StoredTree[] {
  const found = new Map<string, StoredTree>();
  const add = (records: readonly StoredRecord[]): void => {
    for (const { values } of records) {
      const tree = treeOf(values);
      if (tree && !found.has(tree.name)) found.set(tree.name, tree);
    }
  };
  const damagedPages = readTree(pages, 1, ({ of }) => of === "table", add, new Set());
  if (found.size === 0 || damagedPages.length > 0) {
    for (let number = 2; number <= pages.count; number++) {
      const page = readTreePage(pages, number);
      if (page?.of === "table") add(page.records);
    }
  }
  return [...found.values()];
}

function treeOf(values: StoredRecord["values"]): StoredTree | undefined {
  const [type, name, table, root, sql] = values;
  if (values.length !== 5 || (type !== "table" && type !== "index")) return undefined;
  if (typeof name !== "string" || typeof table !== "string" || typeof root !== "number" || root < 2)
    return undefined;
  const isDescribed = sql === null ? name.startsWith("sqlite_autoindex_") : /^CREATE /.test(String(sql));
  return isDescribed ? { type, name, root } : undefined;
}

/** The pages that hold nothing now. What they held was deleted and must not come back. */
function freePages(pages: FilePages): Set<number> {
  const free = new Set<number>();
  const header = pages.page(1);
  let trunk = header?.readUInt32BE(32) ?? 0;
  while (trunk !== 0 && trunk <= pages.count && !free.has(trunk)) {
    free.add(trunk);
    const page = pages.page(trunk);
    if (!page) break;
    const leaves = Math.min(page.readUInt32BE(4), (pages.usable - 8) / 4);
    for (let n = 0; n < leaves; n++) free.add(page.readUInt32BE(8 + n * 4));
    trunk = page.readUInt32BE(0);
  }
  return free;
}

/** The kinds of pages of a tree: rows of a table by their number, or records in the order of an index. */
const PAGE_TYPES: Readonly<Record<number, { readonly of: "table" | "index"; readonly isLeaf: boolean }>> = {
  2: { of: "index", isLeaf: false },
  5: { of: "table", isLeaf: false },
  10: { of: "index", isLeaf: true },
  13: { of: "table", isLeaf: true },
};
const FIRST_PAGE_HEADER = 100;

export interface StoredRecord {
  /** The row number in a table; undefined in an index. */
  readonly row: number | undefined;
  readonly values: readonly SqlValue[];
}

export interface TreePage {
  readonly of: "table" | "index";
  readonly isLeaf: boolean;
  readonly records: readonly StoredRecord[];
  readonly children: readonly number[];
  /** How many cells could not be read. */
  readonly unreadable: number;
}

/** What a page holds, as far as it can be read. Undefined if it is no page of a tree. */
function readTreePage(pages: FilePages, number: number): TreePage | undefined {
  const page = pages.page(number);
  if (!page) return undefined;
  const start = number === 1 ? FIRST_PAGE_HEADER : 0;
  const type = PAGE_TYPES[page[start] ?? 0];
  if (!type) return undefined;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (type.isLeaf ? 8 : 12);
  // A page cannot have more cells than fit, so this is not one.
  if (pointers + cells * 2 > pages.usable) return undefined;
  const found = { ...type, records: [] as StoredRecord[], children: [] as number[], unreadable: 0 };
  for (let n = 0; n < cells; n++) {
    try {
      readCell(pages, page, page.readUInt16BE(pointers + n * 2), found);
    } catch {
      found.unreadable++;
    }
  }
  if (!type.isLeaf) found.children.push(page.readUInt32BE(start + 8));
  return found;
}

function readCell(
  pages: FilePages,
  page: Buffer,
  offset: number,
  found: { readonly of: string; readonly isLeaf: boolean; records: StoredRecord[]; children: number[] },
): void {
  let at = offset;
  if (!found.isLeaf) {
    found.children.push(page.readUInt32BE(at));
    at += 4;
    if (found.of === "table") return;
  }
  const length = readVarint(page, at);
  at = length.next;
  let row: number | undefined;
  if (found.of === "table") {
    const number = readVarint(page, at);
    [row, at] = [number.value, number.next];
  }
  const payload = readPayload(pages, page, at, length.value, found.of === "table");
  found.records.push({ row, values: readRecord(payload) });
}

/** A long record goes on in other pages, each of which names the next. */
function readPayload(pages: FilePages, page: Buffer, at: number, length: number, inTable: boolean): Buffer {
  const { usable } = pages;
  if (length < 0 || length > pages.count * usable) throw new RangeError("longer than the file");
  const most = inTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (length <= most) return slice(page, at, length);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  const local = fitting <= most ? fitting : least;
  const pieces = [slice(page, at, local)];
  let next = slice(page, at + local, 4).readUInt32BE(0);
  for (let left = length - local; left > 0; ) {
    const overflow = pages.page(next);
    if (!overflow) throw new RangeError("the record goes on in a page that is gone");
    const piece = slice(overflow, 4, Math.min(left, usable - 4));
    pieces.push(piece);
    left -= piece.length;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

function slice(bytes: Buffer, at: number, length: number): Buffer {
  if (at < 0 || at + length > bytes.length) throw new RangeError("outside of the page");
  return bytes.subarray(at, at + length);
}

/** A number of one to nine bytes, in which the highest bit says that there is another byte. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0n;
  for (let n = 0; n < 9; n++) {
    const byte = bytes.readUInt8(at + n);
    if (n === 8) return { value: signed((value << 8n) | BigInt(byte)), next: at + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: signed(value), next: at + n + 1 };
  }
  throw new RangeError("unreachable");
}

/** No number of ours is larger, so that anything beyond is damage. */
function signed(value: bigint): number {
  const number = Number(BigInt.asIntN(64, value));
  if (!Number.isSafeInteger(number)) throw new RangeError("not a number of ours");
  return number;
}

/** The values of a record: first the kind of each, then their bytes. @throws RangeError if they do not fit it. */
function readRecord(bytes: Buffer): SqlValue[] {
  const header = readVarint(bytes, 0);
  if (header.value < header.next || header.value > bytes.length) throw new RangeError("no such header");
  const values: SqlValue[] = [];
  let body = header.value;
  for (let at = header.next; at < header.value; ) {
    const kind = readVarint(bytes, at);
    at = kind.next;
    const { value, length } = readValue(bytes, body, kind.value);
    values.push(value);
    body += length;
  }
  if (body !== bytes.length) throw new RangeError("the values do not fill the record");
  return values;
}

const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 6 };

function readValue(bytes: Buffer, at: number, kind: number): { value: SqlValue; length: number } {
  if (kind === 0) return { value: null, length: 0 };
  if (kind === 8 || kind === 9) return { value: kind - 8, length: 0 };
  if (kind === 6) return { value: signed(bytes.readBigInt64BE(at)), length: 8 };
  if (kind === 7) return { value: bytes.readDoubleBE(at), length: 8 };
  const integer = INTEGER_BYTES[kind];
  if (integer !== undefined) return { value: bytes.readIntBE(at, integer), length: integer };
  if (kind < 12) throw new RangeError("no such kind of value");
  const isText = kind % 2 === 1;
  const length = (kind - (isText ? 13 : 12)) / 2;
  if (at + length > bytes.length) throw new RangeError("the value is longer than the record");
  const part = bytes.subarray(at, at + length);
  return { value: isText ? part.toString("utf8") : new Uint8Array(part), length };
}
