import { copyFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { type Database, openDatabase } from "../../../src/store/file/driver.ts";
import type { LogSync } from "../../../src/store/file/write-ahead-log.ts";
import { folderOfTest } from "../../support/memory.ts";
import { stopTime } from "../../support/passing-time.ts";

type Options = Parameters<typeof connect>[1];

async function opened(path: string, options?: Options): Promise<Connection> {
  const connection = await connect(path, options);
  onTestFinished(() => connection.close());
  await connection.outsideTransaction("PRAGMA journal_mode = WAL");
  await connection.outsideTransaction("PRAGMA synchronous = FULL");
  return connection;
}

/** A file with a table, written back, so that only what comes later is in the log. */
async function file(options?: Options) {
  const path = (await folderOfTest()).file("some.db");
  const connection = await opened(path, options);
  await connection.write((sql) => sql.run("CREATE TABLE noted (n INTEGER, text TEXT)"));
  await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
  return { path, connection };
}

const add = (connection: Connection, n: number, meanwhile = (): void => {}) =>
  connection.write((sql) => {
    sql.run("INSERT INTO noted VALUES (?, ?)", n, "some text ".repeat(100));
    meanwhile();
  });

/** SQLite syncs by itself then, so that a connection closes without waiting for another thread. */
const NO_SYNC: LogSync = {
  hasFailed: () => false,
  recover: async () => {},
  isReady: () => false,
  sync: async () => {},
  close: async () => {},
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** As somebody sees it who opens the file now. */
async function notedIn(path: string): Promise<unknown[]> {
  const reader = await connect(path);
  const rows = await reader.read((sql) => sql.all("SELECT n FROM noted ORDER BY n"));
  await reader.close();
  return rows.map((row) => row["n"]);
}

/** What is left after a crash of everybody who has it open. */
async function onDisk(path: string): Promise<unknown[]> {
  const copy = (await folderOfTest()).file("copy.db");
  for (const end of ["", "-wal"]) copyFileSync(path + end, copy + end);
  return notedIn(copy);
}

/** A database where something happens while SQLite commits. */
function committing(db: Database, happens: () => void): Database {
  return new Proxy(db, {
    get(of, name) {
      const part: unknown = Reflect.get(of, name);
      if (typeof part !== "function") return part;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(part, of, given);
        if (name === "exec" && given[0] === "COMMIT") happens();
        return result;
      };
    },
  });
}

function replaceByCopy(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

describe.skipIf(process.platform === "win32")("A file that changes under an open connection", () => {
  it.each([
    ["replaced", replaceByCopy],
    ["cut", (path: string) => truncateSync(path, 0)],
  ])("(%s) during a commit: the write is not acknowledged", async (_, happens) => {
    const path = (await folderOfTest()).file("some.db");
    let commits = 0;
    const open = async () =>
      committing(await openDatabase(path, 2), () => {
        if (++commits === 3) happens(path);
      });
    const connection = await opened(path, { open });
    await connection.write((sql) => sql.run("CREATE TABLE noted (n INTEGER, text TEXT)"));
    await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    await add(connection, 1);
    await expect(add(connection, 2)).rejects.toMatchObject({
      reason: "store_replaced",
      message: expect.stringContaining("What was written last may be lost."),
    });
  });

  it.each([
    ["to nothing", () => 0],
    ["to half a page", () => 2_048],
    ["to a half", (size: number) => size / 2],
  ])("cut %s while a transaction runs: nothing is written", async (_, length) => {
    const { path, connection } = await file();
    await add(connection, 1);
    const cut = (): void => truncateSync(path, length(statSync(path).size));
    await expect(add(connection, 2, cut)).rejects.toMatchObject({
      reason: "store_replaced",
      message: expect.stringContaining("Nothing was written."),
    });
    await expect(add(connection, 3)).rejects.toThrow("was cut to");
  });

  it("overwritten with zeros in all its length: the next write is refused", async () => {
    const { path, connection } = await file();
    await add(connection, 1);
    const { size } = statSync(path);
    truncateSync(path, 0);
    truncateSync(path, size);
    await expect(add(connection, 2)).rejects.toMatchObject({
      reason: "store_replaced",
      message: expect.stringContaining("was overwritten while it was in use. Nothing was written."),
    });
  });

  it("that was cut is left as it is by those who had it open, for a recovery", async () => {
    stopTime();
    const { path, connection } = await file();
    for (let n = 0; n < 60; n++) await add(connection, n);
    truncateSync(path, 0);
    const log = statSync(`${path}-wal`).size;
    vi.advanceTimersByTime(10_000);
    await connection.close();
    expect([statSync(path).size, statSync(`${path}-wal`).size]).toEqual([0, log]);
    await expect(connect(path)).rejects.toThrow("was cut to 0 bytes");
  });

  it("and is made smaller by SQLite itself, is written on", async () => {
    const { path, connection } = await file();
    for (let n = 0; n < 40; n++) await add(connection, n);
    await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    await add(connection, 40);
    const before = statSync(path).size;
    const other = await opened(path);
    await other.write((sql) => sql.run("DELETE FROM noted WHERE n > 0"));
    await other.writeOutsideTransaction("VACUUM");
    // It does not know yet that the file becomes smaller.
    await add(connection, 1);
    await other.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(statSync(path).size).toBeLessThan(before);
    for (const n of [2, 3]) await add(connection, n);
    expect(await notedIn(path)).toEqual([0, 1, 2, 3]);
  });
});

describe.skipIf(process.platform === "win32")("A write-ahead log that is cut", () => {
  const lengths: [string, (size: number) => number][] = [
    ["to nothing", () => 0],
    ["in its header", () => 20],
    ["to a half", (size) => Math.floor(size / 2)],
    ["by a byte", (size) => size - 1],
  ];
  const cut = (path: string, length: (size: number) => number): void =>
    truncateSync(`${path}-wal`, length(statSync(`${path}-wal`).size));

  it.each(lengths)("%s: what was in it is written again before anything else is", async (_, length) => {
    const { path, connection } = await file();
    for (const n of [1, 2, 3]) await add(connection, n);
    cut(path, length);
    await add(connection, 4);
    expect(await onDisk(path)).toEqual([1, 2, 3, 4]);
  });

  it.each(lengths)("%s while a transaction runs: that one is written again, too", async (_, length) => {
    const { path, connection } = await file();
    for (const n of [1, 2, 3]) await add(connection, n);
    await add(connection, 4, () => cut(path, length));
    expect(await onDisk(path)).toEqual([1, 2, 3, 4]);
    await add(connection, 5);
    expect(await onDisk(path)).toEqual([1, 2, 3, 4, 5]);
  });

  it("within a transaction of who does not have what was in it: it is refused", async () => {
    const { path, connection } = await file();
    const other = await opened(path);
    for (const n of [1, 2, 3]) await add(connection, n);
    const reads = other.write((sql) => {
      truncateSync(`${path}-wal`, 0);
      sql.run("UPDATE noted SET n = n + 1");
    });
    await expect(reads).rejects.toMatchObject({ reason: "store_log_cut" });
    await add(connection, 4);
    expect(await onDisk(path)).toEqual([1, 2, 3, 4]);
  });

  it("is written again at the end, if nothing else is written", async () => {
    const { path, connection } = await file();
    for (const n of [1, 2, 3]) await add(connection, n);
    truncateSync(`${path}-wal`, 0);
    await connection.close();
    expect(await notedIn(path)).toEqual([1, 2, 3]);
  });

  it("is refused by who does not have what was in it, until who has it has written it again", async () => {
    const { path, connection } = await file();
    const other = await opened(path);
    for (const n of [1, 2, 3]) await add(connection, n);
    truncateSync(`${path}-wal`, 0);
    await expect(add(other, 4)).rejects.toMatchObject({ reason: "store_log_cut" });
    await add(connection, 5);
    await add(other, 6);
    expect(await notedIn(path)).toEqual([1, 2, 3, 5, 6]);
  });

  it("while somebody still reads from it: the write waits until it can be written again", async () => {
    const { path, connection } = await file();
    const other = await opened(path);
    for (const n of [1, 2, 3]) await add(connection, n);
    await other.outsideTransaction("BEGIN");
    await other.outsideTransaction("SELECT * FROM noted");
    cut(path, () => 0);
    const waiting = add(connection, 4);
    await nextTurn();
    await other.outsideTransaction("COMMIT");
    await waiting;
    expect(await onDisk(path)).toEqual([1, 2, 3, 4]);
  });

  it("while somebody else writes: an end waits until it can be written again", async () => {
    const { path, connection } = await file({ log: NO_SYNC });
    const other = await opened(path);
    for (const n of [1, 2, 3]) await add(connection, n);
    await other.outsideTransaction("BEGIN IMMEDIATE");
    cut(path, () => 0);
    const closing = connection.close();
    await nextTurn();
    await other.outsideTransaction("ROLLBACK");
    await closing;
    expect(await onDisk(path)).toEqual([1, 2, 3]);
  });

  it("by SQLite, because all of it is in the file, is no reason to refuse anything", async () => {
    const { path, connection } = await file();
    const other = await opened(path);
    await add(connection, 1);
    await other.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    expect(statSync(`${path}-wal`).size).toBe(0);
    await add(connection, 2);
    // While another one waits for the lock, too.
    await other.outsideTransaction("BEGIN IMMEDIATE");
    const waiting = add(connection, 3);
    await nextTurn();
    await other.outsideTransaction("COMMIT");
    await other.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
    await waiting;
    expect(await notedIn(path)).toEqual([1, 2, 3]);
  });
});
