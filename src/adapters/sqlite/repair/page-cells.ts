import type { SqlValue } from "../shared/driver.ts";
import type { FilePages } from "./file-pages.ts";
import { readRecord, readVarint } from "./page-record.ts";

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
export function readTreePage(pages: FilePages, number: number): TreePage | undefined {
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
