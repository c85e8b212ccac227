import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { memoryOver, openMemoryFile } from "../../../src/memory/open-memory.ts";
import {
  eraseCheckpoint,
  eraseDecision,
  eraseInsight,
  erasePerson,
} from "../../../src/portability/sql/erase-memory.ts";
import { takeBackImport } from "../../../src/portability/sql/imports.ts";
import { describeMemory } from "../../../src/repair/sql/describe-file.ts";
import type { RemainingText } from "../../../src/shared/erasure.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { finishErasures, pendingErasure, removeErasedText } from "../../../src/store/file/erasure.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { readPeople } from "../../../src/store/log/people.ts";
import { fillShop, RUN } from "../../contract/filled-project.ts";
import { act, decision } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { madeUpWord, wordsOnDisk } from "../../support/words-on-disk.ts";
import { holdRead, holdWriteLock } from "../../support/write-lock.ts";

/** Nobody gives up, however busy the machine is. */
const FOREVER_MS = 240_000;
const word = madeUpWord();

let folder: TemporaryFolder;
let path: string;
let memory: Memory;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  path = folder.file("membria.db");
  memory = await opened();
  await addDecision(memory, { decision: decision({ id: "dec_gone", statement: word }) }, act());
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await folder.remove();
});

async function opened(): Promise<Memory> {
  const one = await openMemoryFile(path, silentLog);
  open.push(one);
  return one;
}

async function connected(deadlineMs: number): Promise<Connection> {
  const one = await connect(path, { deadlineMs });
  open.push(one);
  return one;
}

const isOnDisk = (): boolean => wordsOnDisk(path, [word]).length > 0;
const problem = async (of: Memory): Promise<string | undefined> => (await describeMemory(of)).problem;
const note = (): Promise<unknown> =>
  raw(path, (db) => db.prepare("SELECT value FROM facts WHERE name = 'erasure_pending'").get());

describe("An erasure while another process reads the file", () => {
  it("says that the text is still there, and the next one who opens the memory removes it", async () => {
    const reader = await holdRead(path);
    expect(await eraseDecision(memory, "shop", "dec_gone", act())).toEqual({
      id: "dec_gone",
      project: "shop",
      remaining: { file: path, because: "in_use" },
    });
    expect(isOnDisk(), "what it says is true").toBe(true);
    expect(await problem(memory)).toContain("still contains the text of something that was erased");
    await memory.close();
    expect(await problem(await opened()), "as long as the other process reads").toBeDefined();

    await reader.release();
    const next = await opened();
    expect(await problem(next)).toBeUndefined();
    expect(isOnDisk()).toBe(false);
    expect(await note()).toBeUndefined();
  });

  it("is finished by a process that had the memory open all the time, after its next write", async () => {
    const reader = await holdRead(path);
    const other = await opened();
    expect((await eraseDecision(memory, "shop", "dec_gone", act())).remaining).toBeDefined();
    await reader.release();
    await addDecision(other, { decision: decision({ id: "dec_next" }) }, act());
    await other.close();
    expect(isOnDisk()).toBe(false);
    expect(await note()).toBeUndefined();
  });

  it("is tried again in the background until it is done", async () => {
    const reader = await holdRead(path);
    await eraseDecision(memory, "shop", "dec_gone", act());
    const finisher = finishErasures(await connected(FOREVER_MS), silentLog, 10);
    await finisher.settled();
    expect(await note()).toBeDefined();
    await reader.release();
    await eventually(async () => expect(await note()).toBeUndefined());
    expect(isOnDisk()).toBe(false);
    await finisher.stop();
  });

  it("is reported of every kind of record, and of an undone import", async () => {
    await fillShop(memory);
    const reader = await holdRead(path);
    const [person] = await readPeople(memory);
    const erased = await Promise.all([
      eraseCheckpoint(memory, "shop", "chk_a", act()),
      eraseInsight(memory, "shop", "ins_a", act()),
      erasePerson(memory, person?.id as string, act()),
      takeBackImport(memory, "shop", RUN.id, act()),
    ]);
    for (const { remaining } of erased) expect(remaining).toEqual({ file: path, because: "in_use" });
    await reader.release();
  });

  it("leaves nothing to do, and no note, if nobody reads", async () => {
    expect(await eraseDecision(memory, "shop", "dec_gone", act())).toEqual({
      id: "dec_gone",
      project: "shop",
    });
    expect(isOnDisk()).toBe(false);
    expect(await note()).toBeUndefined();
  });
});

describe("What remains of an erasure", () => {
  /** As a process leaves it that is killed after the transaction of the erasure. */
  async function interruptedErasure(): Promise<void> {
    const file = await connect(path);
    open.push(file);
    const killed = async (): Promise<never> => {
      throw new Error("killed");
    };
    const dying = await memoryOver({ ...file, writeOutsideTransaction: killed }, path, silentLog);
    await expect(eraseDecision(dying, "shop", "dec_gone", act())).rejects.toThrow("killed");
    expect(isOnDisk()).toBe(true);
  }

  it("is removed after the process was killed before it could", async () => {
    await interruptedErasure();
    const next = await opened();
    await describeMemory(next);
    expect(isOnDisk()).toBe(false);
    expect(await note()).toBeUndefined();
  });

  it("stays noted while another process holds the write lock, which rewriting the file needs", async () => {
    await interruptedErasure();
    const writer = await holdWriteLock(path);
    const connection = await connected(50);
    const remaining: RemainingText = { file: path, because: "in_use" };
    expect(await removeErasedText(connection, 0)).toEqual(remaining);
    await writer.release();
    expect(await removeErasedText(connection, FOREVER_MS)).toBeUndefined();
    expect(isOnDisk()).toBe(false);
  });

  it("stays noted if something else is erased while it is being removed", async () => {
    await interruptedErasure();
    const connection = await connected(FOREVER_MS);
    const interrupted: Connection = {
      ...connection,
      async writeOutsideTransaction(statement) {
        await connection.writeOutsideTransaction(statement);
        await connection.write((sql) =>
          sql.run("UPDATE facts SET value = 'later' WHERE name = 'erasure_pending'"),
        );
      },
    };
    expect(await removeErasedText(interrupted, FOREVER_MS)).toBeUndefined();
    expect(await connection.read(pendingErasure)).toBe("later");
  });
});
