import type { FilePages } from "./file-pages.ts";
import { readTreePage, type StoredRecord, type TreePage } from "./page-cells.ts";

/** A table or an index, as the file itself describes it. */
export interface StoredTree {
  readonly type: "table" | "index";
  readonly name: string;
  readonly root: number;
}

/** Decides whether a page can belong to a tree. A damaged pointer may lead into another one. */
export type Fits = (page: TreePage) => boolean;

export type TakeRecords = (records: readonly StoredRecord[]) => void;

/** Reads the trees of a file one after the other, and then the pages that none of them led to. */
export interface TreeReader {
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
