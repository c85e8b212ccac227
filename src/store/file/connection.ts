import { setTimeout as wait } from "node:timers/promises";
import { Fault } from "../../shared/errors.ts";
import { indexText } from "../../shared/words/search-text.ts";
import { type Database, openDatabase, type SqlValue, type Statement } from "./driver.ts";
import { changedMeanwhile, damagedFile, isBusy, notKeptYet, toFault } from "./faults.ts";
import { giveUp, NOT_WATCHED, requireNotGivenUp, watchFile } from "./watch-file.ts";
import { closeDatabase, type LogSync, openLog, syncLog, writeBackLog } from "./write-ahead-log.ts";

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

/** Questions to one open file. The type of a row stands beside its query and says what is selected; nothing checks it. */
export interface Queries {
  all<T extends Row = Row>(sql: string, ...values: SqlValue[]): T[];
  get<T extends Row = Row>(sql: string, ...values: SqlValue[]): T | undefined;
  /** For a query that always has a row, such as a count. */
  one<T extends Row = Row>(sql: string, ...values: SqlValue[]): T;
  /** The only column of the first row. */
  value<V extends SqlValue | undefined>(sql: string, ...values: SqlValue[]): V;
  /** The only column of all rows. */
  column<V extends SqlValue>(sql: string, ...values: SqlValue[]): V[];
}

/** SQL on one open file. It is synchronous, so nothing else of this process runs within a `write` or `read`. */
export interface Sql extends Queries {
  run(sql: string, ...values: SqlValue[]): void;
  /** Runs any number of statements, without parameters. */
  script(sql: string): void;
}

type Ask<T> = (sql: string, ...values: SqlValue[]) => T;

/** All questions, by way of the two that a driver answers. */
export function queriesBy(all: Ask<unknown[]>, get: Ask<unknown>): Queries {
  const required: Ask<unknown> = (sql, ...values) => {
    const row = get(sql, ...values);
    if (row === undefined) throw new Error(`There is no row for: ${sql}`);
    return row;
  };
  const column: Ask<unknown[]> = (sql, ...values) => all(sql, ...values).map(firstOf);
  const value: Ask<unknown> = (sql, ...values) => firstOf(get(sql, ...values));
  return { all, get, one: required, value, column } as Queries;
}

const firstOf = (row: unknown): unknown => row && Object.values(row)[0];

export interface Connection {
  /** Of the file. */
  readonly path: string;
  /** Why nothing can be written. What a program writes by itself is left out then, since nobody asked for it. */
  readonly readOnlyBecause?: string | undefined;
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
  /** What `make` makes of the connection, made once and kept while it is open, such as an index in memory. */
  kept<T>(make: (connection: Connection) => T): T;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly deadlineMs?: number;
  readonly shownAs?: string;
  readonly open?: () => Promise<Database>;
  /** What is opened may be a copy of the file then. */
  readonly onlyReads?: boolean;
  readonly log?: LogSync;
}

export async function connect(
  path: string,
  {
    deadlineMs = WRITE_DEADLINE_MS,
    // A temporary database has no name of its own.
    shownAs = path === TEMPORARY ? "a temporary file" : path,
    open = () => openDatabase(path, DRIVER_WAIT_MS),
    onlyReads = false,
    log = syncLog(path, shownAs),
  }: ConnectOptions = {},
): Promise<Connection> {
  const deadline = (): number => performance.now() + deadlineMs;
  requireNotGivenUp(path);
  const db = await retryWhileBusy(deadline(), open).catch((error: unknown) => {
    throw toFault(error, shownAs);
  });
  db.exec(`PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`);
  const file = onlyReads ? NOT_WATCHED : watchFile(path, openLog(db));
  db.function("index_text", { deterministic: true }, (text: unknown) => indexText(String(text)));
  // SQLite's own lower() knows ASCII only.
  db.function("lower_case", { deterministic: true }, (text: unknown) =>
    text === null ? null : String(text).toLowerCase(),
  );
  const sql = preparedSql(db);
  /** Every process that meets a log that was cut writes it again, so that each may have to wait for the others. */
  const requireWhole = (consequence: string, until: number): Promise<void> =>
    retryWhileBusy(
      until,
      () => {
        const loss = file.loss(consequence);
        if (loss) throw loss;
      },
      file.isHeldUp,
    );
  const idle = checkpointWhenIdle(() => {
    // What is written back into a file that was cut would hide it.
    if (file.loss("")) return;
    writeBackLog(db, "PASSIVE");
    // The file is larger now.
    file.loss("");
  });
  let lastWrite: Promise<unknown> = Promise.resolve();
  let closed = false;

  let isSound = false;
  // What fails for no known reason may fail because of a damaged page or row. The check reads the whole file, so that a
  // file that passed it once is not checked again.
  const explained = async (error: unknown, until: number): Promise<unknown> => {
    const fault = toFault(error, shownAs);
    await requireWhole("Nothing was written.", until);
    if (isSound || (fault instanceof Fault && fault.code !== "internal")) return fault;
    isSound = passesQuickCheck(db);
    return isSound ? fault : damagedFile(shownAs, error);
  };
  const attempted = <T>(until: number, attempt: () => T): Promise<T> =>
    retryWhileBusy(until, attempt).catch(async (error: unknown) => {
      throw await explained(error, until);
    });

  const begin = async (until: number): Promise<void> => {
    for (;;) {
      file.expectLog();
      await attempted(until, () => db.exec("BEGIN IMMEDIATE"));
      if (file.isAsExpected()) return;
      rollBack(db);
      await requireWhole("Nothing was written.", until);
    }
  };

  const transaction = async <T>(work: (sql: Sql) => T, until: number): Promise<T> => {
    await begin(until);
    let result: T;
    try {
      result = work(sql);
      if (!file.mayCommit()) throw changedMeanwhile(shownAs);
      db.exec("COMMIT");
    } catch (error) {
      rollBack(db);
      throw await explained(error, until);
    }
    await requireWhole("What was written last may be lost.", until);
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
    await requireWhole("Nothing was written.", until);
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

  const connection: Connection = {
    path,
    write: durably,
    writeSoon: (work) => inTurn((until) => withoutSync(work, until)),
    read: (work) => attempted(deadline(), () => work(sql)),
    outsideTransaction: (statement) => attempted(deadline(), () => sql.all(statement)),
    writeOutsideTransaction: (statement) =>
      inTurn(async (until) => {
        await requireWhole("Nothing was written.", until);
        await attempted(until, () => db.exec(statement));
      }),
    async close() {
      await lastWrite;
      if (closed) return;
      closed = true;
      idle.stop();
      await log.close();
      await requireWhole("What was written last may be lost.", deadline()).then(
        () => closeDatabase(db),
        (loss: Fault) => giveUp(file, db, loss),
      );
      file.close();
    },
    kept: keeper(() => connection),
  };
  return connection;
}

/** Keeps one of each kind that is made of a connection. */
export function keeper(connection: () => Connection): Connection["kept"] {
  const made = new Map<unknown, unknown>();
  return <T>(make: (connection: Connection) => T): T => {
    if (!made.has(make)) made.set(make, make(connection()));
    return made.get(make) as T;
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
const levelOf = (sql: Sql): number => sql.value<number>("PRAGMA synchronous");

const isInLogMode = (sql: Sql): boolean => sql.value<string>("PRAGMA journal_mode") === "wal";

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
    ...queriesBy(
      (sql, ...values) => prepared(sql).all(...values),
      (sql, ...values) => prepared(sql).get(...values),
    ),
    run: (sql, ...values) => void prepared(sql).run(...values),
    script: (sql) => db.exec(sql),
  };
}

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

/** Retries while others use the file. The pauses grow and vary at random, so that waiting processes spread out. */
async function retryWhileBusy<T>(
  deadline: number,
  attempt: () => T | Promise<T>,
  isPassing: (error: unknown) => boolean = isBusy,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error) || performance.now() > deadline) throw error;
    }
    await wait(pause * (0.5 + Math.random()));
  }
}

/** Nobody has written for this long. */
const IDLE_MS = 250;
/** Fewer writes do not fill a log that is worth writing back. */
const FEWEST_WRITES = 50;
/**
 * How many pages the log may grow to before a write has to write it back: 16 MB. By default it is a quarter of it, and
 * about one write in a hundred took ten times as long as the others.
 */
const LARGEST_LOG_PAGES = 4_000;

/** Has the write-ahead log written back into the file while nobody writes, so that no write has to do it. */
export function checkpointWhenIdle(writeBack: () => void): { written(): void; stop(): void } {
  let writes = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    written() {
      if (++writes < FEWEST_WRITES) return;
      if (timer) timer.refresh();
      else
        timer = setTimeout(() => {
          timer = undefined;
          writes = 0;
          writeBack();
        }, IDLE_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
