import { Fault } from "../../shared/errors.ts";
import { connect, type Row, type Sql } from "../../store/file/connection.ts";
import { sqliteInUse } from "../../store/file/driver.ts";
import { pendingErasure } from "../../store/file/erasure.ts";
import type { Memory } from "../../store/file/memory.ts";
import { MAKE_WRITABLE } from "../../store/file/read-only-file.ts";

/** The value of `PRAGMA synchronous` with which a write returns only after it reached the disk. */
const FULL = 2;

/** Longer than any write of ours takes. */
const HELD_LOCK_MS = 3_000;

/** What is stored where, for a person to read. */
export interface DescribedMemory {
  readonly name: string;
  readonly location: string;
  readonly version: string;
  readonly facts: Record<string, string | number>;
  /** What is wrong and what to do, in a sentence; undefined if nothing is. */
  readonly problem?: string | undefined;
}

/** What is in the file and whether something is wrong with it. */
export async function describeMemory(memory: Memory): Promise<DescribedMemory> {
  await memory.settled();
  const one = async (sql: string): Promise<string | number> =>
    Object.values((await memory.outsideTransaction(sql))[0] as Row)[0] as never;
  const facts = {
    format: await one("PRAGMA user_version"),
    journal: await one("PRAGMA journal_mode"),
    synchronous: await one("PRAGMA synchronous"),
    decisions: await one("SELECT count(*) FROM memories WHERE type = 'decision'"),
    checkpoints: await one("SELECT count(*) FROM memories WHERE type = 'checkpoint'"),
    insights: await one("SELECT count(*) FROM memories WHERE type = 'insight'"),
    projects: await one("SELECT count(DISTINCT project) FROM memories"),
    bytes: await one("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"),
    integrity: await one("PRAGMA integrity_check(1)"),
  };
  const { source, isSafe } = await sqliteInUse();
  return {
    name: "SQLite",
    location: memory.path,
    version: `${await one("SELECT sqlite_version()")}, ${source}`,
    facts,
    problem:
      readOnly(memory, facts) ??
      problemOf(facts) ??
      (isSafe ? undefined : UNSAFE_SQLITE) ??
      (await memory.read(unfinishedErasure)) ??
      (await heldLock(memory.path)),
  };
}

/** Of `sqliteInUse`, for a person. */
export const UNSAFE_SQLITE =
  "This SQLite has a bug by which processes that write at the same time can damage the file, and the package with a better one, @photostructure/sqlite, cannot be loaded. Update Node, or install Membria again with that package.";

const readOnly = (
  { readOnlyBecause }: Memory,
  { integrity }: { integrity: string | number },
): string | undefined =>
  readOnlyBecause === undefined || integrity !== "ok"
    ? undefined
    : `The file is read-only: ${readOnlyBecause}. What is written is refused. ${MAKE_WRITABLE}`;

function problemOf({
  integrity,
  synchronous,
}: {
  integrity: string | number;
  synchronous: string | number;
}): string | undefined {
  if (integrity !== "ok") {
    return "The file is damaged: stop all clients, and bring the memory back.";
  }
  return synchronous === FULL
    ? undefined
    : "Writes are not synced to the disk, so a power cut can lose them.";
}

function unfinishedErasure(sql: Sql): string | undefined {
  return pendingErasure(sql) === undefined
    ? undefined
    : "The file still contains the text of something that was erased, because another process uses the file. Membria removes it when that process ends; stop what has had the file open since before the erasure.";
}

/** A process that hangs while it writes lets nobody else write. Reading still works, so nothing else would show it. */
async function heldLock(path: string): Promise<string | undefined> {
  try {
    const connection = await connect(path, { deadlineMs: HELD_LOCK_MS });
    await connection.write(() => {}).finally(() => connection.close());
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault) || error.reason !== "store_busy") return undefined;
    return `Another process has kept the file locked for more than ${HELD_LOCK_MS / 1000} seconds, so nothing can be written. Find what has it open, and end what hangs: lsof ${path}`;
  }
}
