import { setTimeout as wait } from "node:timers/promises";
import { indexText } from "../../../domain/shared/search-text.ts";
import { type Database, openDatabase, type SqlValue, type Statement } from "./driver.ts";
import { isBusy, toFault } from "./faults.ts";

/** How long a write may wait for its turn among processes before the caller is told. */
const WRITE_DEADLINE_MS = 15_000;
/**
 * The driver cannot be interrupted while it waits for a lock, so it may wait this long only; the rest of the waiting is
 * ours, on timers, with everything else going on meanwhile.
 */
const DRIVER_WAIT_MS = 2;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 40;

export type Row = Record<string, SqlValue>;

/** SQL on one open file. Inside `write` and `read` it is synchronous, so nothing of ours comes in between. */
export interface Sql {
  all(sql: string, ...values: SqlValue[]): Row[];
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  run(sql: string, ...values: SqlValue[]): void;
  /** Any number of statements, without values. */
  script(sql: string): void;
}

export interface Connection {
  /** One transaction that holds the write lock from its first statement on. Durable when it resolves. */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  read<T>(work: (sql: Sql) => T): Promise<T>;
  /** For statements that cannot run inside a transaction. */
  outside(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

export async function connect(
  path: string,
  { deadlineMs = WRITE_DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<Connection> {
  const deadline = (): number => performance.now() + deadlineMs;
  const db = await retried(deadline(), async () => openDatabase(path, DRIVER_WAIT_MS));
  db.function("index_text", { deterministic: true }, (text: unknown) => indexText(String(text)));
  const sql = preparing(db);
  let lastWrite: Promise<unknown> = Promise.resolve();
  let closed = false;

  const transaction = async <T>(work: (sql: Sql) => T, until: number): Promise<T> => {
    await retried(until, () => db.exec("BEGIN IMMEDIATE"));
    try {
      const result = work(sql);
      db.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(db);
      throw toFault(error);
    }
  };

  return {
    write(work) {
      // The time in the queue counts: behind a lock that does not go away, the last caller is told as soon as the first.
      const until = deadline();
      // In the order they came, so that a process never overtakes itself.
      const turn = lastWrite.then(() => transaction(work, until));
      lastWrite = turn.catch(() => {});
      return turn;
    },
    read: (work) => retried(deadline(), () => work(sql)),
    outside: (statement) => retried(deadline(), () => sql.all(statement)),
    async close() {
      await lastWrite;
      if (closed) return;
      closed = true;
      finish(db);
    },
  };
}

/**
 * Node 20's driver lets go of a file only when its statements are collected, so the write-ahead log is brought home here:
 * a memory that nobody has open is whole in its one file.
 */
function finish(db: Database): void {
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another process is at work on it and will do it.
  }
  db.close();
}

function rollBack(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // A full disk and the like have rolled back already, and then there is nothing to undo.
  }
}

/** Repeats what found the file locked, with growing and uneven pauses, so that waiting processes spread out. */
async function retried<T>(deadline: number, attempt: () => T | Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.6, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toFault(error);
    }
    await wait(pause * (0.5 + Math.random()));
  }
}

/** Prepares each statement once. The closure holds the database, because a statement does not. */
function preparing(db: Database): Sql {
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
