import { writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { type LogSync, syncLog } from "../../../src/store/file/write-ahead-log.ts";
import { eventually } from "../../support/eventually.ts";
import { folderOfTest } from "../../support/memory.ts";

/** A log whose syncs end when the test says so. After one that failed it can recover when `isBack` is set. */
function heldLog() {
  const held: ((error?: Error) => void)[] = [];
  const disk = { isBack: false, hasFailed: false };
  const log: LogSync = {
    hasFailed: () => disk.hasFailed,
    async recover() {
      if (!disk.isBack) throw new Error("still gone");
      disk.hasFailed = false;
    },
    isReady: () => true,
    sync: () =>
      new Promise((resolve, reject) =>
        held.push((error) => {
          disk.hasFailed = error !== undefined;
          if (error) reject(error);
          else resolve();
        }),
      ),
    close: async () => {},
  };
  return { log, disk, release: (error?: Error) => held.shift()?.(error), waiting: () => held.length };
}

async function opened(log: LogSync) {
  const path = (await folderOfTest()).file("some.db");
  const connection = await connect(path, { log });
  onTestFinished(() => connection.close());
  await connection.outsideTransaction("PRAGMA journal_mode = WAL");
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  await connection.write((sql) => sql.run("CREATE TABLE noted (n INTEGER)"));
  await connection.outsideTransaction("PRAGMA synchronous = FULL");
  const count = () => connection.read((sql) => sql.get("SELECT count(*) AS n FROM noted")?.["n"]);
  const add = (meanwhile?: () => Promise<unknown>) =>
    connection.write((sql) => sql.run("INSERT INTO noted VALUES (1)"), meanwhile);
  return { connection, add, count };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("A write", () => {
  it("resolves only when it is on disk, and lets other work go on until then", async () => {
    const { log, release } = heldLog();
    const { add, count } = await opened(log);
    const seen: string[] = [];
    const written = add(async () => void seen.push("meanwhile")).then(() => void seen.push("kept"));
    await turn();
    expect(await count()).toBe(1);
    expect(seen).toEqual(["meanwhile"]);
    release();
    await written;
    expect(seen).toEqual(["meanwhile", "kept"]);
  });

  it("waits for what runs meanwhile, too", async () => {
    const { log, release } = heldLog();
    const { add } = await opened(log);
    let end = (): void => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isKept = false;
    const written = add(() => work).then(() => {
      isKept = true;
    });
    await turn();
    release();
    await turn();
    expect(isKept).toBe(false);
    end();
    await written;
  });

  it("does not wait for the sync of another one before it begins", async () => {
    const { log, release, waiting } = heldLog();
    const { add, count } = await opened(log);
    const both = Promise.all([add(), add()]);
    await turn();
    expect(await count()).toBe(2);
    while (waiting() > 0) release();
    await both;
  });

  it("is refused after a sync that failed, until the file has all that was in the log", async () => {
    const { log, disk, release } = heldLog();
    const { add, count } = await opened(log);
    const first = add();
    await turn();
    release(new Fault("unavailable", "It may be lost."));
    await expect(first).rejects.toThrow("It may be lost.");
    await expect(add()).rejects.toThrow("nothing was written");
    expect(await count()).toBe(1);
    disk.isBack = true;
    const second = add();
    await eventually(async () => expect(await count()).toBe(2));
    release();
    await second;
  });

  it("is refused as long as another process reads what would have to be written back", async () => {
    const { log, disk, release } = heldLog();
    const { connection, add } = await opened(log);
    const first = add();
    await turn();
    release(new Fault("unavailable", "It may be lost."));
    await expect(first).rejects.toThrow("It may be lost.");
    disk.isBack = true;
    const reader = await connect(connection.path);
    await reader.outsideTransaction("BEGIN");
    await reader.read((sql) => sql.all("SELECT * FROM noted"));
    await expect(add()).rejects.toThrow("nothing was written");
    await reader.outsideTransaction("COMMIT");
    const second = add();
    await turn();
    release();
    await second;
    await reader.close();
  });
});

describe("The syncs of a log", () => {
  async function ready() {
    const path = (await folderOfTest()).file("some.db");
    const log = syncLog(path, path);
    expect(log.isReady()).toBe(false);
    writeFileSync(`${path}-wal`, "something");
    onTestFinished(() => log.close());
    return log;
  }

  it.skipIf(process.platform === "win32")("begin when SQLite has made it", async () => {
    const log = await ready();
    expect(log.isReady()).toBe(true);
    await expect(log.sync()).resolves.toBeUndefined();
  });

  it.skipIf(process.platform === "win32")(
    "are shared by all who ask while one runs, and begin after what they wrote",
    async () => {
      const log = await ready();
      log.isReady();
      const [first, ...others] = [log.sync(), log.sync(), log.sync()];
      const ended: string[] = [];
      await Promise.all([
        first?.then(() => ended.push("first")),
        ...others.map((one) => one.then(() => ended.push("next"))),
      ]);
      expect(ended).toEqual(["first", "next", "next"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "that fail are told with the file, and none seems to work before the log has recovered",
    async () => {
      const log = await ready();
      // Without a file there is nothing to sync.
      const failed = await log.sync().catch((error: unknown) => error);
      expect(failed).toMatchObject({ code: "unavailable", reason: "disk_error" });
      expect(String(failed)).toContain("some.db may be lost");
      expect(log.hasFailed()).toBe(true);
      expect(log.isReady()).toBe(true);
      await expect(log.sync()).rejects.toThrow("may be lost");
      await log.recover();
      expect(log.hasFailed()).toBe(false);
      await expect(log.sync()).resolves.toBeUndefined();
    },
  );
});
