import { AUDIT_GENESIS } from "../../../domain/log/audit.ts";
import { ACTION_EFFECTS, actionsThat } from "../../../domain/log/audit-actions.ts";
import type { OnProgress, Recovery } from "../../../domain/repair/memory-files.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import { ALL_PROJECTS } from "../../../domain/shared/scope.ts";
import { type ChangeTypes, logWrite } from "../log/change.ts";
import { addOwnOrigin, OWN_ORIGIN, ownOriginId } from "../log/origin.ts";
import { migrateDraft } from "../migrate.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { type Connection, connect, type Sql, TEMPORARY } from "../shared/connection.ts";
import { vacuumInto } from "../shared/file-copies.ts";
import { FIRST_GUARDED_FORMAT, refuseOlderPrograms } from "../shared/file-format.ts";
import { CHANGE_TYPES } from "./change-types.ts";
import { type FilePages, openPages } from "./file-pages.ts";
import { knownRecords } from "./known-records.ts";
import { makeAgainFromLog } from "./made-again.ts";
import { rebuildDerived } from "./rebuild-derived.ts";
import { countKinds, entriesIn, recordIds, TABLES_WITH_IDS } from "./recovered-kinds.ts";
import { removeWithoutParent } from "./rows-without-parent.ts";
import { salvageRows } from "./salvage-rows.ts";

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
  const last = sql.get("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1") ?? {
    seq: 0,
    hash: AUDIT_GENESIS,
  };
  sql.run("DELETE FROM audit_head WHERE seq < ?", last["seq"] as number);
  const hasHead = sql.get("SELECT 1 FROM audit_head") !== undefined;
  sql.run(
    "INSERT INTO audit_head (only, seq, hash) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
    last["seq"] as number,
    last["hash"] as string,
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
