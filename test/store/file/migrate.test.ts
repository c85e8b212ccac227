import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findKey } from "../../../src/access/sql/keys.ts";
import { addDecision, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { APPLICATION_ID } from "../../../src/store/file/database-file.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, decision } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const KNOWN = MIGRATIONS.length;
const NEXT = [
  ...MIGRATIONS,
  "CREATE TABLE shelves (name TEXT) STRICT; INSERT INTO shelves VALUES ('first')",
  "ALTER TABLE shelves ADD COLUMN height REAL",
];
const BROKEN = [...NEXT.slice(0, -1), "DELETE FROM shelves; CREATE TABLE shelves (again TEXT)"];

let folder: TemporaryFolder;
let path: string;
const open: Connection[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  path = folder.file("membria.db");
});
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
  await folder.remove();
});

async function connected(): Promise<Connection> {
  const connection = await connect(path);
  open.push(connection);
  return connection;
}

/** A file of today's format with one decision in it. */
async function fileWithContent(): Promise<void> {
  const memory = await openMemoryFile(path, silentLog);
  await addDecision(memory, { decision: decision({ id: "dec_kept" }) }, act());
  await memory.close();
}

const versionOf = (file: string): Promise<number> =>
  raw(file, (db) => (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version);
const idsIn = (file: string): Promise<string[]> =>
  raw(file, (db) => (db.prepare("SELECT id FROM memories").all() as { id: string }[]).map(({ id }) => id));
/** All files except those that exist only while a connection is open. */
const files = (): string[] =>
  readdirSync(folder.path)
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort();

describe("Migrating a memory file to the newest format", () => {
  it("applies all steps to a new file, and makes no copy", async () => {
    expect(await migrate(await connected(), path, NEXT)).toEqual({ from: 0, to: NEXT.length });
    expect(await versionOf(path)).toBe(NEXT.length);
    expect(files().filter((name) => name.endsWith(".bak"))).toEqual([]);
  });

  it("does nothing to a file of the newest format", async () => {
    await fileWithContent();
    const before = readFileSync(path);
    const connection = await connected();
    expect(await migrate(connection, path, MIGRATIONS)).toEqual({ from: KNOWN, to: KNOWN });
    await connection.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(files()).toEqual(["membria.db"]);
  });

  it("makes one copy of a file with content before the first step, with the old content", async () => {
    await fileWithContent();
    const { from, to, copy } = await migrate(await connected(), path, NEXT);
    expect([from, to]).toEqual([KNOWN, NEXT.length]);
    expect(basename(copy as string)).toBe(`membria.db.v${KNOWN}.bak`);
    expect(files().filter((name) => /bak|tmp/.test(name))).toEqual([basename(copy as string)]);

    expect(await versionOf(copy as string)).toBe(KNOWN);
    const memory = await openMemoryFile(copy as string, silentLog);
    expect((await findDecision(memory, "all", "dec_kept"))?.id).toBe("dec_kept");
    expect(await verifyAudit(memory)).toMatchObject({ entries: 1, problem: undefined });
    await memory.close();
    expect(await idsIn(path)).toEqual(["dec_kept"]);
  });

  it("includes in the copy what is still in the write-ahead log, and does not overwrite an earlier copy", async () => {
    await fileWithContent();
    writeFileSync(`${path}.v${KNOWN}.bak`, "an earlier copy");
    const memory = await openMemoryFile(path, silentLog);
    await addDecision(memory, { decision: decision({ id: "dec_recent" }) }, act());
    const { copy } = await migrate(await connected(), path, NEXT);
    await memory.close();
    expect(basename(copy as string)).toBe(`membria.db.v${KNOWN}.2.bak`);
    expect(await idsIn(copy as string)).toEqual(["dec_kept", "dec_recent"]);
    expect(readFileSync(`${path}.v${KNOWN}.bak`, "utf8")).toBe("an earlier copy");
  });

  it("applies each step completely or not at all: after a failure the file has the format of the last complete step", async () => {
    await fileWithContent();
    const connection = await connected();
    await expect(migrate(connection, path, BROKEN)).rejects.toMatchObject({ name: "Fault" });
    expect(await versionOf(path)).toBe(KNOWN + 1);
    const shelves = await connection.outsideTransaction("SELECT name FROM shelves");
    expect(shelves, "what the failing step deleted is still there").toMatchObject([{ name: "first" }]);
    expect(await idsIn(path)).toEqual(["dec_kept"]);

    expect(await migrate(connection, path, NEXT)).toMatchObject({ from: KNOWN + 1, to: NEXT.length });
    expect(await versionOf(path)).toBe(NEXT.length);
  });

  it("leaves a new file empty if a step fails", async () => {
    const connection = await connected();
    await expect(migrate(connection, path, ["CREATE TABLE one (a); CREATE TABLE one (a)"])).rejects.toThrow();
    expect(await connection.outsideTransaction("SELECT name FROM sqlite_master")).toEqual([]);
    expect(await versionOf(path)).toBe(0);
    expect(await migrate(connection, path, MIGRATIONS)).toEqual({ from: 0, to: KNOWN });
  });

  it.each([
    ["a new file", async () => {}],
    ["a file with content", fileWithContent],
  ])("works when four connections do it at the same time on %s", async (_, prepare) => {
    await prepare();
    for (let round = 0; round < 5; round++) {
      const steps = [...NEXT, ...Array.from({ length: round }, (_, n) => `CREATE TABLE round${n} (a)`)];
      const connections = await Promise.all([connected(), connected(), connected(), connected()]);
      const done = await Promise.all(connections.map((one) => migrate(one, path, steps)));
      expect(done.map(({ to }) => to)).toEqual(Array(4).fill(steps.length));
      expect(await versionOf(path)).toBe(steps.length);
      for (const { copy, from } of done) if (copy) expect(await versionOf(copy)).toBe(from);
    }
    expect(files().filter((name) => name.endsWith(".tmp"))).toEqual([]);
    const integrity = await raw(path, (db) => db.prepare("PRAGMA integrity_check").get());
    expect(Object.values(integrity as object)).toEqual(["ok"]);
    const heads = await raw(path, (db) => db.prepare("SELECT count(*) AS n FROM audit_head").get());
    expect(heads).toMatchObject({ n: 1 });
  });

  it("turns on the write-ahead log, full syncs, secure deletion and foreign keys for every connection", async () => {
    for (const connection of [await connected(), await connected()]) {
      await migrate(connection, path, MIGRATIONS);
      const settings = ["journal_mode", "synchronous", "secure_delete", "foreign_keys"];
      const found = await Promise.all(
        settings.map((name) => connection.outsideTransaction(`PRAGMA ${name}`)),
      );
      expect(found.map(([row]) => Object.values(row ?? {})[0])).toEqual(["wal", 2, 1, 1]);
    }
  });
});

describe("A file of format 11", () => {
  it("keeps its keys, none of which may report consent, and refuses a program that still has it open", async () => {
    const older = await connected();
    await migrate(older, path, MIGRATIONS.slice(0, 11));
    await older.write((sql) =>
      sql.run(
        `INSERT INTO access_keys (id, name, role, digest, created_at, expires_at)
         VALUES ('key_old', 'laptop', 'admin', 'ab', 1, 2)`,
      ),
    );
    const memory = await openMemoryFile(path, silentLog);
    expect(await findKey(memory, "key_old")).toMatchObject({ role: "admin", mayConsent: false });
    await addDecision(memory, { decision: decision() }, act());
    await memory.close();
    await expect(
      older.write((sql) => {
        const columns =
          "at, action, kind, subject, project, author_kind, author, client, digest, hash, chain, origin";
        sql.run(
          `INSERT INTO audit (seq, ${columns}, format) SELECT 99, ${columns}, 11 FROM audit WHERE seq = 1`,
        );
      }),
    ).rejects.toThrow("A newer Membria has upgraded");
  });
});

describe("A file that this version cannot open is refused and not changed:", () => {
  const refusal = async (): Promise<unknown> =>
    openMemoryFile(path, silentLog).then(
      (memory) => memory.close(),
      (error: unknown) => error,
    );

  it.each(["WAL", "DELETE"])("one of a newer version, in journal mode %s", async (mode) => {
    await raw(path, (db) =>
      db.exec(`PRAGMA journal_mode = ${mode}; PRAGMA application_id = ${APPLICATION_ID};
        PRAGMA user_version = 99; CREATE TABLE memories (of_a_kind_we_do_not_know)`),
    );
    const before = readFileSync(path);
    expect(await refusal()).toMatchObject({
      name: "Fault",
      code: "unavailable",
      reason: "newer_file",
      message: expect.stringMatching(/newer Membria.*format 99.*up to \d+/),
      hint: expect.stringContaining("Update Membria"),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(files()).toEqual(["membria.db"]);
  });

  it("the database of another program", async () => {
    await raw(path, (db) => db.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES ('theirs')"));
    const before = readFileSync(path);
    expect(await refusal()).toMatchObject({ name: "Fault", code: "conflict", reason: "foreign_file" });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(files()).toEqual(["membria.db"]);
  });

  it.each([
    ["a short text", "not a database\n"],
    ["a long text", "not a database\n".repeat(1_000)],
    ["a text that begins like a database", `SQLite format 3\0${"x".repeat(5_000)}`],
  ])("%s", async (_, text) => {
    writeFileSync(path, text);
    expect(await refusal()).toMatchObject({
      name: "Fault",
      reason: "foreign_file",
      hint: expect.stringContaining("MEMBRIA_DB_PATH"),
    });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(files()).toEqual(["membria.db"]);
  });

  it("a folder where the file should be", async () => {
    mkdirSync(path);
    expect(await refusal()).toMatchObject({ name: "Fault", reason: "foreign_file" });
  });

  it("a path that leads through a file", async () => {
    writeFileSync(path, "");
    path = `${path}/membria.db`;
    expect(await refusal()).toMatchObject({
      name: "Fault",
      code: "unavailable",
      reason: "store_not_reachable",
      message: expect.stringContaining(path),
    });
  });

  it("but an empty file is treated as a new one", async () => {
    writeFileSync(path, "");
    expect(await refusal()).toBeUndefined();
    expect(await versionOf(path)).toBe(KNOWN);
  });
});
