import { ID_PREFIX } from "../../shared/ids.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { StoredRecord, TreePage } from "./file-pages.ts";
import { TABLE_KINDS } from "./said-tables.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** The row number stands for it, so that the record has nothing there. */
  readonly isRowNumber: boolean;
}

/** A table as its records are stored. */
export interface TableShape {
  readonly name: string;
  readonly of: "table" | "index";
  /** In the order of the records. */
  readonly columns: readonly Column[];
}

/** Derived from what is said, but costly to make again (vectors), or with a history that nothing else has (skills). */
const KEPT_DERIVED: ReadonlySet<string> = new Set([
  "vectors",
  "skills",
  "skill_members",
  "skill_transitions",
]);

const KEPT = Object.entries(TABLE_KINDS)
  .filter(([name, kind]) => kind !== "derived" || KEPT_DERIVED.has(name))
  .map(([name]) => name);

/** The tables whose rows are brought over, as they are in an empty memory of the same format. */
export function shapesOf(sql: Sql): ReadonlyMap<string, TableShape> {
  const lists = new Map(sql.all("PRAGMA table_list").map((row) => [row["name"] as string, row]));
  const shapes = KEPT.flatMap((name) => {
    const list = lists.get(name);
    return list ? [shapeOf(sql, name, list["wr"] === 1)] : [];
  });
  return new Map(shapes.map((shape) => [shape.name, shape]));
}

function shapeOf(sql: Sql, name: string, isIndex: boolean): TableShape {
  const VIRTUAL = 2;
  const rows = sql.all(`PRAGMA table_xinfo(${name})`).filter((row) => row["hidden"] !== VIRTUAL);
  const key = rows.filter((row) => row["pk"] !== 0).sort((a, b) => Number(a["pk"]) - Number(b["pk"]));
  const isRowNumber = (row: Row): boolean => !isIndex && key.length === 1 && row === key[0];
  const ordered = isIndex ? [...key, ...rows.filter((row) => row["pk"] === 0)] : rows;
  return {
    name,
    of: isIndex ? "index" : "table",
    columns: ordered.map((row) => ({
      name: row["name"] as string,
      type: row["type"] as string,
      isRequired: row["notnull"] === 1 || (isIndex && row["pk"] !== 0),
      isRowNumber: isRowNumber(row) && row["type"] === "INTEGER",
    })),
  };
}

/** Whether a page can be one of the table: single records may be damaged, but not most of them. */
export function fitsShape(shape: TableShape, page: TreePage): boolean {
  return page.of === shape.of && isMost(page, (record) => recordFits(shape, record));
}

const isMost = ({ records }: TreePage, test: (record: StoredRecord) => boolean): boolean =>
  records.length === 0 || records.filter(test).length * 2 > records.length;

/** Rows that are older than a column do not have it. */
export function recordFits({ columns }: TableShape, { values }: StoredRecord): boolean {
  return (
    values.length > 0 &&
    values.length <= columns.length &&
    columns.slice(0, values.length).every((column, n) => valueFits(column, values[n] as SqlValue))
  );
}

function valueFits({ type, isRequired, isRowNumber }: Column, value: SqlValue): boolean {
  if (isRowNumber) return value === null;
  if (value === null) return !isRequired;
  if (type === "TEXT") return typeof value === "string";
  if (type === "BLOB") return value instanceof Uint8Array;
  return typeof value === "number" && (type === "REAL" || Number.isInteger(value));
}

const ids = (...prefixes: string[]): RegExp => new RegExp(`^(?:${prefixes.join("|")})_[a-z0-9]+$`);
const ANY_ID = ids(...Object.values(ID_PREFIX));

/** What tells the rows of a table from those of an index or of another table with columns of the same types. */
const MARKS: Readonly<Record<string, { readonly column: string; readonly looksLike: RegExp }>> = {
  aliases: { column: "memory_id", looksLike: ANY_ID },
  change_refs: { column: "record", looksLike: ANY_ID },
  erased_sources: { column: "digest", looksLike: /^[0-9a-f]{64}$/ },
  facts: { column: "name", looksLike: /^[a-z]+_[a-z_]+$/ },
  import_items: { column: "run", looksLike: ids(ID_PREFIX.import) },
  origins: { column: "id", looksLike: ids(ID_PREFIX.memory) },
  people: { column: "id", looksLike: ids(ID_PREFIX.person) },
  revisions: { column: "id", looksLike: ids(ID_PREFIX.revision) },
  skill_members: { column: "skill", looksLike: ids(ID_PREFIX.skill) },
  skill_exposures: { column: "skill", looksLike: ids(ID_PREFIX.skill) },
};

/** The table of a page that no tree led to. Undefined if it could be of several, or of none that is brought over. */
export function shapeOfStray(
  shapes: ReadonlyMap<string, TableShape>,
  page: TreePage,
): TableShape | undefined {
  const candidates = [...shapes.values()].filter(
    (shape) =>
      page.of === shape.of &&
      isMost(
        page,
        (record) =>
          record.values.length > minimumOf(shape) &&
          recordFits(shape, record) &&
          isMarked(shape, record.values),
      ),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Without its last required columns, a row could be anything. */
const minimumOf = ({ columns }: TableShape): number =>
  Math.min(columns.length - 1, Math.ceil(columns.length / 2));

function isMarked({ name, columns }: TableShape, values: readonly SqlValue[]): boolean {
  const mark = MARKS[name];
  if (!mark) return true;
  const value = values[columns.findIndex((column) => column.name === mark.column)];
  return typeof value === "string" && mark.looksLike.test(value);
}
