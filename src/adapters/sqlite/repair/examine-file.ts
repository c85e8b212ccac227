import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CopyReport, FileReport, OnProgress } from "../../../domain/repair/memory-files.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { fileKind } from "../database-file.ts";
import { HASHED_TEXTS } from "../hashed-texts.ts";
import type { ChangeTypes } from "../log/change.ts";
import { verifyAuditLog } from "../log/verify-audit.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { namedBackups } from "../shared/backup-names.ts";
import { type Connection, connect } from "../shared/connection.ts";
import { type Database, openDatabase, openForReading } from "../shared/driver.ts";
import { copiesOf } from "../shared/file-copies.ts";
import { CHANGE_TYPES } from "./change-types.ts";
import { checkCoverage } from "./coverage.ts";
import { damageIn } from "./named-damage.ts";
import { isPacked, unpackFile } from "./packed-file.ts";

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
    const { uncovered } = await checkCoverage(connection, verify, (done, total) =>
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
