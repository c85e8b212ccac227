import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inOrder } from "../../shared/canonical-json.ts";
import { Fault } from "../../shared/errors.ts";
import { type Connection, connect, type Sql } from "../../store/file/connection.ts";
import { fileKind } from "../../store/file/database-file.ts";
import { type Database, openDatabase, openForReading } from "../../store/file/driver.ts";
import { copiesOf, namedBackups } from "../../store/file/file-copies.ts";
import type { ChangeTypes } from "../../store/log/change.ts";
import { verifyAuditLog } from "../../store/log/verify-audit.ts";
import type { CopyReport, FileReport, OnProgress } from "../rules/memory-files.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { CHANGE_TYPES } from "./change-types.ts";
import { coverageOf } from "./coverage.ts";
import { openPages, readTrees, type StoredTree } from "./file-pages.ts";
import { HASHED_TEXTS } from "./hashed-texts.ts";
import { isPacked, unpackFile } from "./packed-file.ts";
import { TABLE_KINDS } from "./said-tables.ts";

const READ_WAIT_MS = 5_000;
const TYPES = CHANGE_TYPES as unknown as ChangeTypes;

const notAMemory = (path: string): string =>
  statSync(path).isDirectory() ? "It is a folder." : "The file is not a memory of Membria.";

/** Looks at everything, and changes nothing: SQLite gets a copy to look at, because opening a file can alter it. */
export async function examineFile(path: string, onProgress: OnProgress): Promise<FileReport> {
  const copies = await copyReports(path);
  const kind = fileKind(path);
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (kind === "absent" || kind === "empty") {
    const what = kind === "absent" ? "The file is missing" : "The file is empty";
    return {
      path,
      state: kind === "absent" ? "missing" : "empty",
      problems: [hasLog ? `${what}, but its write-ahead log is there.` : `${what}.`],
      hasLog,
      copies,
    };
  }
  if (kind === "foreign") return { path, state: "foreign", problems: [notAMemory(path)], hasLog, copies };
  const folder = mkdtempSync(join(tmpdir(), "membria-"));
  try {
    const file = join(folder, "memory.db");
    copyFileSync(path, file);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${file}-wal`);
    return { path, ...(await problemsIn(file, onProgress)), hasLog, copies };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function problemsIn(
  file: string,
  onProgress: OnProgress,
): Promise<Pick<FileReport, "state" | "problems">> {
  onProgress(0, 3, "checks");
  const problems = await damageIn(file, await integrityMessages(file));
  onProgress(1, 3, "checks");
  const connection = await connect(file).catch(() => undefined);
  if (!connection) return { state: "damaged", problems };
  try {
    const { orphans, log } = await problemsOfContent(connection, onProgress);
    const all = [...problems, ...orphans, ...log];
    const state = problems.length + orphans.length > 0 ? "damaged" : log.length > 0 ? "altered" : "sound";
    return { state, problems: all };
  } finally {
    await connection.close().catch(() => {});
  }
}

/** What SQLite finds, for us to count; undefined if it cannot even open the file. */
async function integrityMessages(file: string): Promise<readonly string[] | undefined> {
  let db: Database | undefined;
  try {
    db = await openDatabase(file, READ_WAIT_MS);
    db.prepare("SELECT count(*) FROM sqlite_master").get();
    return checked(db);
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}

function checked(db: Database): readonly string[] {
  try {
    const rows = db.prepare("PRAGMA integrity_check(1000)").all();
    return rows.map((row) => String(Object.values(row as object)[0])).filter((text) => text !== "ok");
  } catch {
    return ["The check did not come to an end."];
  }
}

/** Each check is made as far as it goes: on a damaged file, any of them may fail. */
async function problemsOfContent(
  connection: Connection,
  onProgress: OnProgress,
): Promise<{ readonly orphans: readonly string[]; readonly log: readonly string[] }> {
  const check = async (what: string, work: () => Promise<string | undefined>): Promise<string[]> => {
    const problem = await work().catch(() => `${what} cannot be checked, because what it needs is damaged.`);
    return problem === undefined ? [] : [problem];
  };
  const orphans = await check("Whether records refer to existing ones", async () => {
    const orphans = await connection.read((sql) => sql.all("PRAGMA foreign_key_check"));
    const tables = [...new Set(orphans.map(({ table }) => table as string))];
    return orphans.length === 0
      ? undefined
      : `${orphans.length} rows refer to records that are gone, in ${tables.join(", ")}.`;
  });
  const log = await check("The audit log", async () => {
    const format = await connection.outsideTransaction("PRAGMA user_version");
    // The checks know the newest format. An older file is upgraded when it is next opened, and checked then.
    if (format[0]?.["user_version"] !== MIGRATIONS.length) return undefined;
    const verify = (progress?: (done: number, total: number) => void) =>
      verifyAuditLog(connection, TYPES, HASHED_TEXTS, progress);
    const { entries, problem } = await verify((done, total) => onProgress(done, total, "entries of the log"));
    if (problem !== undefined) return `The audit log: ${entries} entries are valid, then ${problem}.`;
    const { uncovered } = await coverageOf(connection, verify, (done, total) =>
      onProgress(done, total, "changes made again"),
    );
    const named = uncovered.map(({ what, id, how }) => `${what} ${id} (${how})`).join(", ");
    return uncovered.length === 0 ? undefined : `What is stored does not match the log: ${named}.`;
  });
  return { orphans, log };
}

/** Newest first. */
async function copyReports(path: string): Promise<CopyReport[]> {
  const copies = [...namedBackups(path).map((copy) => copy.path), ...(await copiesOf(path)).toReversed()];
  const reports = await Promise.all(copies.map(reportOnCopy));
  return reports.sort((a, b) => b.at.getTime() - a.at.getTime());
}

export async function reportOnCopy(path: string): Promise<CopyReport> {
  const at = statSync(path).mtime;
  if (!isPacked(path)) return reportOnWhole(path, at);
  const folder = mkdtempSync(join(tmpdir(), "membria-"));
  try {
    const file = join(folder, "memory.db");
    await unpackFile(path, file);
    return { ...(await reportOnWhole(file, at)), path };
  } catch (error) {
    if (error instanceof Fault) return { path, at, isWhole: false };
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A copy is complete in its one file, and nobody writes to it, so that it is opened without leaving anything behind. */
async function reportOnWhole(path: string, at: Date): Promise<CopyReport> {
  if (fileKind(path) !== "ours") return { path, at, isWhole: false };
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(path).href}?immutable=1`);
    const count = db.prepare("SELECT count(*) AS n FROM memories WHERE type = 'decision'").get();
    const [checked] = db.prepare("PRAGMA integrity_check(1)").all();
    const orphan = db.prepare("PRAGMA foreign_key_check").get();
    const isWhole = Object.values(checked as object)[0] === "ok" && orphan === undefined;
    return { path, at, decisions: Number((count as { n: number }).n), isWhole };
  } catch (error) {
    if (error instanceof Fault) throw error;
    return { path, at, isWhole: false };
  } finally {
    db?.close();
  }
}

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
async function damageIn(file: string, messages: readonly string[] | undefined): Promise<string[]> {
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

/** The log says what happened to a record, whether or not the record is there. */
const KEPT_WITHOUT = new Set(["audit"]);

/** Removes the rows whose record is lost, such as the outcomes of a lost decision, until every row has its own. */
export function removeWithoutParent(sql: Sql): void {
  for (let removed = true; removed; ) {
    removed = false;
    for (const table of Object.keys(TABLE_KINDS)) {
      if (KEPT_WITHOUT.has(table)) continue;
      for (const key of sql.all<{ from: string; to: string | null; table: string }>(
        `PRAGMA foreign_key_list(${table})`,
      )) {
        const orphans = `FROM ${table} WHERE ${key.from} IS NOT NULL
          AND ${key.from} NOT IN (SELECT ${key.to} FROM ${key.table})`;
        if (!sql.get(`SELECT 1 ${orphans} LIMIT 1`)) continue;
        sql.run(`DELETE ${orphans}`);
        removed = true;
      }
    }
  }
}
