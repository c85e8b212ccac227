import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Connection, checkpointWhenIdle, connect } from "../../../src/store/file/connection.ts";
import { syncLog } from "../../../src/store/file/write-ahead-log.ts";
import { folderOfTest } from "../../support/memory.ts";

const FULL = 2;
/** Within a transaction that is synced by us, or later. */
const NORMAL = 1;

/** Counts the syncs, and does them. */
function countedSyncs(path: string) {
  const log = syncLog(path, path);
  const syncs = vi.fn(log.sync);
  return { log: { ...log, sync: syncs }, syncs };
}

async function openFile() {
  const path = (await folderOfTest()).file("some.db");
  const { log, syncs } = countedSyncs(path);
  const connection = await connect(path, { log });
  onTestFinished(() => connection.close());
  await connection.outsideTransaction("PRAGMA journal_mode = WAL");
  await connection.outsideTransaction(`PRAGMA synchronous = ${FULL}`);
  await connection.write((sql) => sql.run("CREATE TABLE noted (n INTEGER)"));
  syncs.mockClear();
  return { path, connection, syncs };
}

const levelOf = async (connection: Connection): Promise<unknown> =>
  (await connection.outsideTransaction("PRAGMA synchronous"))[0]?.["synchronous"];
const add = (connection: Connection, n: number, how: "write" | "writeSoon") =>
  connection[how]((sql) => {
    sql.run("INSERT INTO noted VALUES (?)", n);
    return sql.get("PRAGMA synchronous")?.["synchronous"];
  });

describe("What can be made again", () => {
  it("is written without a sync, and what comes after it with one", async () => {
    const { connection, syncs } = await openFile();
    expect(await levelOf(connection)).toBe(FULL);
    const counts: number[] = [];
    for (const [n, how] of (["writeSoon", "write", "writeSoon", "write"] as const).entries()) {
      expect(await add(connection, n, how)).toBe(NORMAL);
      counts.push(syncs.mock.calls.length);
    }
    expect(counts).toEqual([0, 1, 1, 2]);
    expect(await levelOf(connection)).toBe(FULL);
  });

  it("is there for everybody at once, and all of it or nothing", async () => {
    const { path, connection } = await openFile();
    const other = await connect(path);
    await add(connection, 1, "writeSoon");
    const failing = connection.writeSoon((sql) => {
      sql.run("INSERT INTO noted VALUES (2)");
      throw new Error("in the middle");
    });
    await expect(failing).rejects.toThrow();
    expect(await levelOf(connection)).toBe(FULL);
    expect(await other.read((sql) => sql.all("SELECT n FROM noted"))).toEqual([{ n: 1 }]);
    await other.close();
  });

  it("does not slow down a file that is not synced at all", async () => {
    const { connection } = await openFile();
    await connection.outsideTransaction("PRAGMA synchronous = OFF");
    expect(await add(connection, 1, "writeSoon")).toBe(0);
    expect(await levelOf(connection)).toBe(0);
  });
});

describe("The write-ahead log", () => {
  it("is written back when nobody has written for a while, if it is worth it", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const writeBack = vi.fn();
    const idle = checkpointWhenIdle(writeBack);
    for (let i = 0; i < 49; i++) idle.written();
    vi.advanceTimersByTime(10_000);
    expect(writeBack).not.toHaveBeenCalled();
    for (let i = 0; i < 20; i++) {
      idle.written();
      vi.advanceTimersByTime(200);
    }
    expect(writeBack).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(writeBack).toHaveBeenCalledOnce();
    idle.written();
    vi.advanceTimersByTime(10_000);
    expect(writeBack).toHaveBeenCalledOnce();
  });

  it("is left alone after the end", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const writeBack = vi.fn();
    const idle = checkpointWhenIdle(writeBack);
    for (let i = 0; i < 60; i++) idle.written();
    idle.stop();
    vi.advanceTimersByTime(10_000);
    expect(writeBack).not.toHaveBeenCalled();
  });
});
