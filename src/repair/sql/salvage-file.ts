import { type Act, MEMORY_AUTHOR } from "../../shared/actor.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { type Connection, connect, type Sql, TEMPORARY } from "../../store/file/connection.ts";
import { FIRST_GUARDED_FORMAT, refuseOlderPrograms } from "../../store/file/database-file.ts";
import { type SqlValue, sqliteCode } from "../../store/file/driver.ts";
import { vacuumInto } from "../../store/file/file-copies.ts";
import { migrateDraft } from "../../store/file/migrate.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { AUDIT_GENESIS } from "../../store/log/audit.ts";
import { ACTION_EFFECTS, actionsThat } from "../../store/log/audit-actions.ts";
import { addOwnOrigin, type ChangeTypes, logWrite, OWN_ORIGIN, ownOriginId } from "../../store/log/change.ts";
import type { OnProgress, Recovery } from "../rules/memory-files.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { CHANGE_TYPES } from "./change-types.ts";
import { removeWithoutParent } from "./examine-file.ts";
import {
  type FilePages,
  openPages,
  readTrees,
  type StoredRecord,
  type StoredTree,
  type TreePage,
} from "./file-pages.ts";
import { countKinds, entriesIn, knownRecords, recordIds, TABLES_WITH_IDS } from "./known-records.ts";
import { rebuildDerived } from "./rebuild-derived.ts";
import { makeAgainFromLog } from "./replay.ts";
import { fitsShape, recordFits, shapeOfStray, shapesOf, type TableShape } from "./table-shapes.ts";

const TYPES = CHANGE_TYPES as unknown as ChangeTypes;
const MOST_NAMED = 20;

/**
 * Reads what can be read of a damaged file into a new memory, and writes that to `target`, unless it is undefined. The
 * damaged file is only read. Undefined if there was no row in it.
 */
export async function salvageFile(
  path: string,
  target: string | undefined,
  at: Date,
  onProgress: OnProgress,
): Promise<Omit<Recovery, "setAside"> | undefined> {
  const pages = openPages(path, MIGRATIONS.length);
  const draft = await connect(TEMPORARY);
  try {
    await draft.outsideTransaction("PRAGMA synchronous = OFF");
    return await salvage(pages, draft, target, at, onProgress);
  } finally {
    pages.close();
    await draft.close();
  }
}

async function salvage(
  pages: FilePages,
  draft: Connection,
  target: string | undefined,
  at: Date,
  onProgress: OnProgress,
): Promise<Omit<Recovery, "setAside"> | undefined> {
  const format = pages.format ?? MIGRATIONS.length;
  await emptyMemory(draft, format);
  const { indexedIds, damaged, rows } = await salvageRows(pages, draft, (done, total) =>
    onProgress(done, total, "tables read"),
  );
  if (rows === 0) return undefined;
  const hasHead = await draft.write((sql) => putInOrder(sql, format));
  const found = await draft.read(recordIds);
  await migrateDraft(draft, MIGRATIONS);
  await draft.write(removeWithoutParent);

  onProgress(0, 1, "log read");
  const known = await draft.read((sql) => knownRecords(sql, TYPES));
  await draft.write((sql) => {
    for (const { change, part } of known.unreadable)
      sql.run("DELETE FROM change_parts WHERE change = ? AND part = ?", change, part);
  });
  // Without the head nobody knows how long the log was.
  const isLogWhole = hasHead && known.isWhole;
  const madeAgain = await makeAgainFromLog(
    draft,
    (table, id) => isLogWhole || indexedIds.get(table)?.has(id) === true,
  );
  await draft.write(removeWithoutParent);
  const indexed = TABLES_WITH_IDS.flatMap((table) => [...(indexedIds.get(table) ?? [])]);
  const expected = new Set([...known.ids, ...madeAgain, ...found, ...indexed]);
  const present = await draft.read(recordIds);
  const lost = [...expected].filter((id) => !present.has(id));
  const altered = [...known.altered].filter((id) => present.has(id));
  const kinds = countKinds({ present, madeAgain, altered, lost, log: await draft.read(entriesIn) });

  const by = { author: MEMORY_AUTHOR, role: "admin", client: MEMORY_AUTHOR.name } as const;
  await finish(
    draft,
    { by, at },
    Object.fromEntries(kinds.map(({ kind, lost }) => [kind, lost])),
    onProgress,
  );
  if (target !== undefined) {
    await draft.outsideTransaction("PRAGMA synchronous = FULL");
    await draft.writeOutsideTransaction(vacuumInto(target));
  }
  return {
    kinds,
    mayLackMore: !isLogWhole && !TABLES_WITH_IDS.every((table) => isIndexed(table, indexedIds, damaged)),
    lostIds: lost.slice(0, MOST_NAMED),
    alteredIds: altered.slice(0, MOST_NAMED),
  };
}

/** Whether all ids of a table are known. The table of people has no other index than itself. */
function isIndexed(
  table: string,
  indexedIds: ReadonlyMap<string, unknown>,
  damaged: ReadonlyMap<string, unknown>,
): boolean {
  if (table === "people") return !damaged.has(table);
  return indexedIds.has(table) && !damaged.has(`sqlite_autoindex_${table}_1`);
}

/** A memory of this format without anything in it, and without what would refuse rows of older programs. */
async function emptyMemory(draft: Connection, format: number): Promise<void> {
  await migrateDraft(draft, MIGRATIONS, format);
  await draft.outsideTransaction("PRAGMA foreign_keys = OFF");
  await draft.write((sql) => {
    sql.script("DROP TRIGGER IF EXISTS audit_by_older_program; DELETE FROM audit_head");
    if (format >= FIRST_GUARDED_FORMAT) sql.run("DELETE FROM origins");
  });
}

/**
 * What every memory has, and without which it cannot be opened; and nothing that was erased. Returns whether the head of
 * the log was there.
 */
function putInOrder(sql: Sql, format: number): boolean {
  const known = JSON.stringify(Object.keys(ACTION_EFFECTS));
  sql.run("DELETE FROM audit WHERE action NOT IN (SELECT value FROM json_each(?))", known);
  const last = sql.get<{ seq: number; hash: string }>(
    "SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1",
  ) ?? {
    seq: 0,
    hash: AUDIT_GENESIS,
  };
  sql.run("DELETE FROM audit_head WHERE seq < ?", last.seq);
  const hasHead = sql.get("SELECT 1 FROM audit_head") !== undefined;
  sql.run(
    "INSERT INTO audit_head (only, seq, hash) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
    last.seq,
    last.hash,
  );
  sql.run(
    "DELETE FROM memories WHERE id IN (SELECT subject FROM audit WHERE action IN (SELECT value FROM json_each(?)))",
    JSON.stringify(actionsThat("removes")),
  );
  if (format < FIRST_GUARDED_FORMAT) return hasHead;
  if (!sql.get("SELECT 1 FROM origins WHERE n = ?", OWN_ORIGIN)) addOwnOrigin(sql);
  sql.run("DELETE FROM change_parts WHERE NOT coalesce(json_valid(args), 1)");
  sql.run("UPDATE audit SET refs = NULL WHERE NOT coalesce(json_valid(refs), 1)");
  return hasHead;
}

async function finish(
  draft: Connection,
  act: Act,
  lost: Readonly<Record<string, number>>,
  onProgress: OnProgress,
): Promise<void> {
  await rebuildDerived(draft, false, act, (done, total) => onProgress(done, total, "memories indexed"));
  await draft.write((sql) => {
    const subject = { kind: "memory", id: ownOriginId(sql), project: ALL_PROJECTS } as const;
    logWrite(sql, act, "memory.recovered", subject, { lost });
    sql.script(refuseOlderPrograms(MIGRATIONS.length));
  });
}

interface Salvaged {
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
async function salvageRows(
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
