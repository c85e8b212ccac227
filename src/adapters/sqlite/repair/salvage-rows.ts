import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { type SqlValue, sqliteCode } from "../shared/driver.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import type { FilePages } from "./file-pages.ts";
import type { StoredRecord, TreePage } from "./page-cells.ts";
import { readTrees, type StoredTree } from "./stored-trees.ts";
import { fitsShape, recordFits, shapeOfStray, shapesOf, type TableShape } from "./table-shapes.ts";

export interface Salvaged {
  /** The ids in the index of ids of each table: what was there, whether or not its row can be read. */
  readonly indexedIds: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tables and indexes with pages that cannot be read, or only in part. */
  readonly damaged: ReadonlyMap<string, readonly number[]>;
  readonly rows: number;
}

/** SQLite calls the index of the first UNIQUE column of a table so. In our tables that is the id. */
const ID_INDEX = /^sqlite_autoindex_(\w+)_1$/;
/** A constraint, or JSON that cannot be read for an index. */
const BREAKS_A_RULE: ReadonlySet<number> = new Set([1, 19]);
const AN_ID = new RegExp(`^(?:${Object.values(ID_PREFIX).join("|")})_[a-z0-9]+$`);

/** Copies every row that can be read into an empty memory of the same format. */
export async function salvageRows(
  pages: FilePages,
  draft: Connection,
  onProgress: (done: number, total: number) => void,
): Promise<Salvaged> {
  const shapes = await draft.read(shapesOf);
  const reader = readTrees(pages);
  const damaged = new Map<string, readonly number[]>();
  const indexedIds = new Map<string, ReadonlySet<string>>();
  let rows = 0;
  const read = (tree: StoredTree, sql: Sql): readonly number[] => {
    const shape = shapes.get(tree.name);
    if (shape) {
      return reader.readTree(
        tree,
        (page) => fitsShape(shape, page),
        (records) => {
          rows += addRows(sql, shape, records);
        },
      );
    }
    const table = ID_INDEX.exec(tree.name)?.[1];
    const isIdIndex = table !== undefined && shapes.get(table)?.columns[1]?.name === "id";
    const ids = new Set<string>();
    if (isIdIndex) indexedIds.set(table, ids);
    return reader.readTree(
      tree,
      (page) =>
        isIdIndex
          ? page.of === "index" && page.records.every(isIdEntry)
          : page.of !== "table" || tree.type === "table",
      (records) => {
        if (isIdIndex) for (const { values } of records) ids.add(values[0] as string);
      },
    );
  };
  const trees = [...reader.trees].sort((a, b) => Number(shapes.has(b.name)) - Number(shapes.has(a.name)));
  for (const [done, tree] of trees.entries()) {
    const found = await draft.write((sql) => read(tree, sql));
    if (found.length > 0) damaged.set(tree.name, found);
    onProgress(done, trees.length + 1);
    await yieldToEventLoop();
  }
  rows += await draft.write((sql) => addStrayRows(sql, shapes, reader.strayPages()));
  onProgress(trees.length + 1, trees.length + 1);
  return { indexedIds, damaged, rows };
}

const isIdEntry = ({ values: [id, row, ...more] }: StoredRecord): boolean =>
  more.length === 0 && typeof id === "string" && AN_ID.test(id) && typeof row === "number";

function addStrayRows(sql: Sql, shapes: ReadonlyMap<string, TableShape>, pages: Iterable<TreePage>): number {
  let rows = 0;
  for (const page of pages) {
    const shape = page.isLeaf || page.of === "index" ? shapeOfStray(shapes, page) : undefined;
    if (shape) rows += addRows(sql, shape, page.records);
  }
  return rows;
}

/** A row that breaks a rule of its table is damaged, and one whose place is taken is an older version of that row. */
function addRows(sql: Sql, shape: TableShape, records: readonly StoredRecord[]): number {
  let added = 0;
  for (const record of records) {
    if (!recordFits(shape, record)) continue;
    const columns = shape.columns.slice(0, record.values.length);
    const values = columns.map(
      ({ isRowNumber }, n): SqlValue =>
        isRowNumber ? (record.row as number) : (record.values[n] as SqlValue),
    );
    try {
      sql.run(
        `INSERT INTO ${shape.name} (${columns.map(({ name }) => name).join(", ")})
         VALUES (${columns.map(() => "?").join(", ")})`,
        ...values,
      );
      added++;
    } catch (error) {
      // A row that was left out is counted with what is missing in the end.
      if (!BREAKS_A_RULE.has(sqliteCode(error) ?? -1)) throw error;
    }
  }
  return added;
}
