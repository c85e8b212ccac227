import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { addDecision, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { copyBeforeImport } from "../../../src/portability/sql/imports.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { otherCopies, removeUnfinishedCopies } from "../../../src/store/file/file-copies.ts";
import { act, decision } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const RELEASED = fileURLToPath(new URL("../../fixtures/memory-0.1.0.db", import.meta.url));
const OPENER = new URL("../../support/opener-process.ts", import.meta.url);
const COPIER = new URL("../../support/copier-process.ts", import.meta.url);
const HOUR = 3_600_000;

let folder: TemporaryFolder;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = folder.file("membria.db");
});
afterEach(() => folder.remove());

const names = (): string[] => readdirSync(folder.path).sort();
const ending = (suffix: string): string[] => names().filter((name) => name.endsWith(suffix));
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

function started(script: URL) {
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(script), path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("Copies of a memory file", () => {
  it("are made once when six processes upgrade the same file at the same time", async () => {
    copyFileSync(RELEASED, path);
    const processes = Array.from({ length: 6 }, () => started(OPENER));
    await Promise.all(processes.map((one) => once(one.stdout, "data")));
    const ended = processes.map((one) => once(one, "close"));
    for (const one of processes) one.stdin.end();
    expect((await Promise.all(ended)).map(([code]) => code)).toEqual(Array(6).fill(0));

    const [copy, ...others] = ending(".bak");
    expect(others).toEqual([]);
    expect(ending(".tmp")).toEqual([]);
    const formatIn = (file: string) => raw(file, (db) => db.prepare("PRAGMA user_version").get());
    expect(await formatIn(folder.file(copy as string))).toEqual(await formatIn(RELEASED));
  });

  it("do not pile up when an upgrade fails again and again", async () => {
    copyFileSync(RELEASED, path);
    // The upgrade makes this table.
    await raw(path, (db) => db.exec("CREATE TABLE change_parts (in_the_way)"));
    for (let n = 0; n < 3; n++) await expect(openMemoryFile(path, silentLog)).rejects.toThrow();
    const kept = "membria.db.v9.bak";
    expect(
      names().filter((name) => /bak|tmp/.test(name)),
      "from before the steps that worked",
    ).toEqual([kept]);
  });

  it.runIf(process.platform !== "win32")("are never readable for others, with any umask", async () => {
    copyFileSync(RELEASED, path);
    const before = process.umask(0o000);
    onTestFinished(() => void process.umask(before));
    const memory = await openMemoryFile(path, silentLog);
    const copy = await copyBeforeImport(memory);
    for (const file of [copy as string, ...(await otherCopies(memory))]) expect(modeOf(file)).toBe("600");
    await memory.close();
  });
});

describe("A copy that a killed process left unfinished", () => {
  async function killedWhileCopying(): Promise<void> {
    const memory = await openMemoryFile(path, silentLog);
    await addDecision(memory, { decision: decision({ reasoning: "long ".repeat(200_000) }) }, act());
    await memory.close();
    const copier = started(COPIER);
    const gone = once(copier, "close");
    await once(copier.stdout, "data");
    while (ending(".tmp").length === 0) await new Promise(setImmediate);
    copier.kill("SIGKILL");
    await gone;
  }

  it.runIf(process.platform !== "win32")(
    "is readable only for the user, and deleted at the next start",
    async () => {
      // The signal may arrive between two copies.
      while (ending(".tmp").length === 0) await killedWhileCopying();
      const [left] = ending(".tmp");
      expect(modeOf(folder.file(left as string))).toBe("600");

      const memory = await openMemoryFile(path, silentLog);
      expect(await removeUnfinishedCopies(memory)).toEqual([]);
      expect(ending(".tmp")).toEqual([]);
      await memory.close();
    },
    240_000,
  );

  it("is left alone while another process has the write lock, under which copies are made", async () => {
    const memory = await openMemoryFile(path, silentLog);
    const writer = await connect(path);
    const left = folder.file("membria.db.0123456789abcdef.tmp");
    await writer.outsideTransaction("BEGIN IMMEDIATE");
    writeFileSync(left, "half");
    const sweeping = removeUnfinishedCopies(memory);
    // Reads are answered in the meantime.
    await findDecision(memory, "shop", "dec_a");
    expect(existsSync(left)).toBe(true);
    await writer.outsideTransaction("COMMIT");
    expect(await sweeping).toEqual([]);
    expect(existsSync(left)).toBe(false);
    await writer.close();
    await memory.close();
  });

  it("is deleted after an hour if it is of version 0.2.0, which took no lock, and named until then", async () => {
    const [old, recent] = ["membria.db.0123456789ab.tmp", "membria.db.ba9876543210.tmp"].map(folder.file);
    for (const file of [old, recent]) writeFileSync(file as string, "half");
    const then = new Date(Date.now() - HOUR - 1_000);
    utimesSync(old as string, then, then);
    const memory = await openMemoryFile(path, silentLog);
    expect(await removeUnfinishedCopies(memory)).toEqual([recent]);
    expect(ending(".tmp")).toEqual([basename(recent as string)]);
    await memory.close();
  });

  it("is told from files of others by its name", async () => {
    const others = [
      "membria.db.tmp",
      "membria.db.notes.tmp",
      "other.db.0123456789abcdef.tmp",
      "membria.db.v12.bak",
    ];
    const memory = await openMemoryFile(path, silentLog);
    for (const name of others) writeFileSync(folder.file(name), name);
    expect(await removeUnfinishedCopies(memory)).toEqual([]);
    await memory.close();
    for (const name of others) expect(readFileSync(folder.file(name), "utf8")).toBe(name);
  });
});

describe("Copies before imports", () => {
  it("are limited to the newest three, and an earlier format keeps its own", async () => {
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(() => memory.close());
    writeFileSync(`${path}.v1.bak`, "before an upgrade");
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      await addDecision(memory, { decision: decision() }, act());
      made.push((await copyBeforeImport(memory)) as string);
    }
    expect(await otherCopies(memory)).toEqual([`${path}.v1.bak`, ...made.slice(2)]);
    const decisionsIn = (file: string) =>
      raw(file, (db) => db.prepare("SELECT count(*) AS n FROM memories").get()?.["n"]);
    expect(await Promise.all(made.slice(2).map(decisionsIn))).toEqual([3, 4, 5]);
  });
});
