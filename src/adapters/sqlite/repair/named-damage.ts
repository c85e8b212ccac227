import { inOrder } from "../../../domain/shared/canonical-json.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { openPages } from "./file-pages.ts";
import { readTrees, type StoredTree } from "./stored-trees.ts";

const MOST_PAGES = 10;

interface Damage {
  readonly tables: Set<string>;
  readonly indexes: Set<string>;
  readonly pages: Set<number>;
  /** Things that SQLite found and that belong to no table. */
  others: number;
}

/**
 * Says which tables, indexes and pages are damaged: from what SQLite says (undefined if it could not open the file), and
 * from the pages that cannot be read.
 */
export async function damageIn(file: string, messages: readonly string[] | undefined): Promise<string[]> {
  const pages = openPages(file, MIGRATIONS.length);
  try {
    const damage: Damage = { tables: new Set(), indexes: new Set(), pages: new Set(), others: 0 };
    const reader = readTrees(pages);
    for (const tree of reader.trees) {
      const kind = tree.type === "table" ? undefined : "index";
      const found = reader.readTree(
        tree,
        ({ of }) => kind === undefined || of === kind,
        () => {},
      );
      if (found.length > 0) add(damage, tree);
      for (const page of found) damage.pages.add(page);
    }
    for (const message of messages ?? []) addMessage(damage, reader.trees, message);
    return [
      ...(messages === undefined
        ? ["The file cannot be opened as a database: its header or the list of its tables is damaged."]
        : []),
      ...sentences(damage, pages.count),
    ];
  } finally {
    pages.close();
  }
}

function add(damage: Damage, { type, name }: StoredTree): void {
  const table = /^sqlite_autoindex_(\w+)_\d+$/.exec(name)?.[1];
  if (type === "table") damage.tables.add(name);
  else damage.indexes.add(table === undefined ? name : `the keys of ${table}`);
}

/** The messages are SQLite's own, so only names and numbers are taken from them. */
function addMessage(damage: Damage, trees: readonly StoredTree[], message: string): void {
  const [, root, page] = /Tree (\d+)(?: page (\d+))?/.exec(message) ?? [];
  if (page !== undefined) damage.pages.add(Number(page));
  const named = trees.find(
    (tree) => tree.root === Number(root) || new RegExp(`\\b${tree.name}\\b`).test(message),
  );
  if (named) add(damage, named);
  else damage.others++;
}

function sentences({ tables, indexes, pages, others }: Damage, total: number): string[] {
  const numbers = [...pages].sort((a, b) => a - b);
  const more = numbers.length > MOST_PAGES ? " and more" : "";
  return [
    ...(tables.size > 0 ? [`Damaged tables: ${[...tables].sort(inOrder).join(", ")}.`] : []),
    ...(indexes.size > 0 ? [`Damaged indexes: ${[...indexes].sort(inOrder).join(", ")}.`] : []),
    ...(numbers.length > 0
      ? [
          `${numbers.length} of ${total} pages are damaged: ${numbers.slice(0, MOST_PAGES).join(", ")}${more}.`,
        ]
      : []),
    ...(others > 0 && tables.size + indexes.size + numbers.length === 0
      ? ["The pages of the file do not fit together."]
      : []),
  ];
}
