import { Fault } from "../../../domain/shared/errors.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import { checkpointWhenIdle, LARGEST_LOG_PAGES } from "./checkpoint-when-idle.ts";
import { type Database, openDatabase, type SqlValue, type Statement } from "./driver.ts";
import { damagedFile, notKeptYet, toFault } from "./faults.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import { type LogSync, syncLog } from "./sync-log.ts";
import { watchFile } from "./watch-file.ts";
import { closeDatabase, writeBackLog } from "./write-back-log.ts";

/** How long a write may wait for the lock before it fails. */
const WRITE_DEADLINE_MS = 15_000;
/**
 * While the driver waits for a lock it blocks the process, so it waits only this long. The rest of the waiting happens
 * here, on timers, and does not block anything.
 */
const DRIVER_WAIT_MS = 2;

/** SQLite's name for: the write-ahead log is synced before it is written back, and not after each transaction. */
const NORMAL = 1;

/** SQLite makes a database for this path that only this connection sees, and deletes it itself. */
export const TEMPORARY = "";

export type Row = Record<string, SqlValue>;

/** SQL on one open file. It is synchronous, so nothing else of this process runs within a `write` or `read`. */
export interface Sql {
  all(sql: string, ...values: SqlValue[]): Row[];
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  run(sql: string, ...values: SqlValue[]): void;
  /** Runs any number of statements, without parameters. */
  script(sql: string): void;
}

export interface Connection {
  /** Of the file. */
  readonly path: string;
  /**
   * One transaction that holds the write lock from the start. It is on disk when the promise resolves. `meanwhile` runs
   * while it is being put there: others see it by then, and nobody may be told that it is kept.
   */
  write<T>(work: (sql: Sql) => T, meanwhile?: (result: T) => Promise<unknown>): Promise<T>;
  /**
   * The same for what can be made again: it is on disk with the next `write` at the latest. After a crash of the system it
   * may be missing, never in part.
   */
  writeSoon<T>(work: (sql: Sql) => T): Promise<T>;
  read<T>(work: (sql: Sql) => T): Promise<T>;
  /** For statements that cannot run inside a transaction. */
  outsideTransaction(sql: string): Promise<Row[]>;
  /** For those of them that write: it waits for its turn among the writes of this process. */
  writeOutsideTransaction(sql: string): Promise<void>;
  close(): Promise<void>;
}

export async function connect(
  path: string,
  {
    deadlineMs = WRITE_DEADLINE_MS,
    // A temporary database has no name of its own.
    shownAs = path === TEMPORARY ? "a temporary file" : path,
    open = () => openDatabase(path, DRIVER_WAIT_MS),
    log = syncLog(path, shownAs),
  }: { deadlineMs?: number; shownAs?: string; open?: () => Promise<Database>; log?: LogSync } = {},
): Promise<Connection> {
  const deadline = (): number => performance.now() + deadlineMs;
  const db = await retryWhileBusy(deadline(), open).catch((error: unknown) => {
    throw toFault(error, shownAs);
  });
  db.exec(`PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`);
  const file = watchFile(path, () => writeBackLog(db, "FULL"));
  db.function("index_text", { deterministic: true }, (text: unknown) => indexText(String(text)));
  // SQLite's own lower() knows ASCII only.
  db.function("lower_case", { deterministic: true }, (text: unknown) =>
    text === null ? null : String(text).toLowerCase(),
  );
  const sql = preparedSql(db);
  const idle = checkpointWhenIdle(() => writeBackLog(db, "PASSIVE"));
  let lastWrite: Promise<unknown> = Promise.resolve();
  let closed = false;

  let isSound = false;
  // What fails for no known reason may fail because of a damaged page or row. The check reads the whole file, so that a
  // file that passed it once is not checked again.
  const explained = (error: unknown): unknown => {
    const fault = toFault(error, shownAs);
    if (isSound || (fault instanceof Fault && fault.code !== "internal")) return fault;
    isSound = passesQuickCheck(db);
    return isSound ? fault : damagedFile(shownAs, error);
  };
  const attempted = <T>(until: number, attempt: () => T): Promise<T> =>
    retryWhileBusy(until, attempt).catch((error: unknown) => {
      throw explained(error);
    });

  const transaction = async <T>(work: (sql: Sql) => T, until: number): Promise<T> => {
    file.requireSame("Nothing was written.");
    await attempted(until, () => db.exec("BEGIN IMMEDIATE"));
    let result: T;
    try {
      result = work(sql);
      db.exec("COMMIT");
    } catch (error) {
      rollBack(db);
      throw explained(error);
    }
    file.requireSame("What was written last may be lost.");
    idle.written();
    return result;
  };

  /** Between transactions, so that no other write runs without a sync. */
  const withoutSync = async <T>(work: (sql: Sql) => T, until: number): Promise<T> => {
    const usual = levelOf(sql);
    if (usual > NORMAL) db.exec(`PRAGMA synchronous = ${NORMAL}`);
    try {
      return await transaction(work, until);
    } finally {
      if (usual > NORMAL) db.exec(`PRAGMA synchronous = ${usual}`);
    }
  };

  // Writes run in the order of their calls.
  const inTurn = <T>(write: (until: number) => Promise<T>): Promise<T> => {
    // The deadline includes the time in the queue, so behind a stuck lock all waiting writes fail at the same time.
    const until = deadline();
    const turn = lastWrite.then(() => write(until));
    lastWrite = turn.catch(() => {});
    return turn;
  };

  /** After a failed sync the log may have a gap on disk, so nothing is added before all of it is in the file. */
  const requireKept = async (until: number): Promise<void> => {
    if (!log.hasFailed()) return;
    const written = await attempted(until, () => sql.get("PRAGMA wal_checkpoint(TRUNCATE)"));
    if (written?.["busy"] !== 0) throw notKeptYet(shownAs);
    await log.recover().catch((error: unknown) => {
      throw notKeptYet(shownAs, error);
    });
  };

  const durably = async <T>(
    work: (sql: Sql) => T,
    meanwhile?: (result: T) => Promise<unknown>,
  ): Promise<T> => {
    let syncsHere = false;
    const result = await inTurn(async (until) => {
      await requireKept(until);
      // In SQLite it would block the process as long.
      syncsHere = levelOf(sql) > NORMAL && isInLogMode(sql) && log.isReady();
      return syncsHere ? withoutSync(work, until) : transaction(work, until);
    });
    await Promise.all([syncsHere && log.sync(), meanwhile?.(result)]);
    return result;
  };

  return {
    path,
    write: durably,
    writeSoon: (work) => inTurn((until) => withoutSync(work, until)),
    read: (work) => attempted(deadline(), () => work(sql)),
    outsideTransaction: (statement) => attempted(deadline(), () => sql.all(statement)),
    writeOutsideTransaction: (statement) => inTurn((until) => attempted(until, () => db.exec(statement))),
    async close() {
      await lastWrite;
      if (closed) return;
      closed = true;
      idle.stop();
      await log.close();
      closeDatabase(db);
    },
  };
}

function passesQuickCheck(db: Database): boolean {
  try {
    return Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0] === "ok";
  } catch {
    return false;
  }
}

function rollBack(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // SQLite rolls back by itself on errors such as a full disk.
  }
}

/** Of the syncs: 2 is after each transaction. */
const levelOf = (sql: Sql): number => sql.get("PRAGMA synchronous")?.["synchronous"] as number;

const isInLogMode = (sql: Sql): boolean => sql.get("PRAGMA journal_mode")?.["journal_mode"] === "wal";

/** Prepares each statement once. The closure keeps the database alive, because a statement does not. */
function preparedSql(db: Database): Sql {
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values) as Row[],
    get: (sql, ...values) => prepared(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => void prepared(sql).run(...values),
    script: (sql) => db.exec(sql),
  };
}
