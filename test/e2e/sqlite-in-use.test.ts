import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { isSafeSqlite } from "../../src/store/file/driver.ts";
import { runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { needs } from "../support/needs.ts";
import { runFile } from "../support/run-program.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

/** Of `@photostructure/sqlite`. */
const PACKAGED = "3.53.0";

/** Undefined if this Node has none, or lets nobody use it without a flag. */
function versionOfNode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isOffered = major > 22 ? major > 23 || minor >= 4 : major === 22 && minor >= 13;
  return isOffered ? process.versions["sqlite"] : undefined;
}

async function memoryCheck(run: ReturnType<typeof runProgram>) {
  const { code, out, err } = await run;
  const { checks } = JSON.parse(out) as {
    checks: { name: string; ok: boolean; found: string; remedy?: string }[];
  };
  return { code, err, ...checks.find(({ name }) => name === "memory") };
}

/** Early ones of Node lack what Membria needs. */
function isOwnEnough(): boolean {
  const module = own === undefined ? undefined : process.getBuiltinModule("node:sqlite" as "node:fs");
  if (!module) return false;
  const { DatabaseSync } = module as unknown as typeof import("@photostructure/sqlite");
  const db = new DatabaseSync(":memory:");
  try {
    db.exec("CREATE VIRTUAL TABLE words USING fts5(word)");
    db.prepare("SELECT ?1, ?1, ?2").get(1, 2);
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

const own = versionOfNode();
const isOwnSafe = own !== undefined && isSafeSqlite(own);

it("The doctor names the SQLite in use: that of Node where it is safe, and else the packaged one", async () => {
  const expected = isOwnSafe ? `SQLite ${own}, built-in` : `SQLite ${PACKAGED}, packaged`;
  const env = { MEMBRIA_HOME: (await folderOfTest()).path, MEMBRIA_EMBEDDING: "off" };
  const { code, err, ok, found } = await memoryCheck(runProgram(["doctor", "--json"], { env }));
  expect({ code, err, ok }).toEqual({ code: 0, err: "", ok: true });
  expect(found).toContain(`${expected}, format`);
  expect((await runProgram(["doctor"], { env })).out).toContain(`, ${expected}, format`);
}, 120_000);

const WITH_UNSAFE = needs(
  own !== undefined && !isOwnSafe && isOwnEnough(),
  "node",
  "a Node whose own SQLite is unsafe, such as 22.21 or 24.12",
);
const WITHOUT_ENOUGH = needs(
  !isOwnSafe && !isOwnEnough(),
  "node",
  "a Node without a SQLite that is enough, such as 20 or 22.19",
);

async function withoutPackage() {
  const folder = await folderOfTest();
  await cp(dirname(MEMBRIA), folder.file("dist"), { recursive: true });
  const env = { MEMBRIA_HOME: folder.file("home"), MEMBRIA_EMBEDDING: "off", MEMBRIA_LOG_LEVEL: "warn" };
  return (...argv: string[]) => runFile(join(folder.file("dist"), "membria.js"), argv, { env });
}

it("Without the package, an unsafe one of Node is used, and said to be unsafe", {
  ...WITH_UNSAFE,
  timeout: 120_000,
}, async () => {
  const run = await withoutPackage();
  const { code, err, ok, found, remedy } = await memoryCheck(run("doctor", "--json"));
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(found).toContain(`SQLite ${own}, built-in, format`);
  expect(remedy).toContain("@photostructure/sqlite, cannot be loaded");
  expect(err).toContain("can damage the file");
  const decided = await run("decide", "Keep it");
  expect(decided.code, decided.err).toBe(0);
  expect(decided.err.split("can damage the file")).toHaveLength(2);
});

it("Without the package and without one of Node that is enough, it is said what to do", {
  ...WITHOUT_ENOUGH,
  timeout: 120_000,
}, async () => {
  const run = await withoutPackage();
  const { code, err } = await run("decide", "Keep it");
  expect(code).toBe(6);
  expect(err).toContain("Install Membria again with that package, or update Node.");
  expect(err).not.toMatch(/^\s+at /m);
});
