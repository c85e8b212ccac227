import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { addCandidates, eraseCandidate, openCandidates } from "../../../src/candidates/sql/candidate-rows.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { noteSession, recordTold } from "../../../src/hooks/sql/hook-store.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { candidate, SESSION, told } from "../../support/hook-records.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { bytesOnDisk, madeUpWord } from "../../support/words-on-disk.ts";

/** The last format without the tables of the hooks. */
const FORMAT_BEFORE = 22;

async function ofFormatBefore(path: string): Promise<void> {
  const connection = await connect(path);
  await migrate(connection, path, MIGRATIONS.slice(0, FORMAT_BEFORE));
  await connection.close();
}

async function ofRelease(path: string): Promise<void> {
  copyFileSync(fileURLToPath(new URL("../../fixtures/memory-0.2.0.db", import.meta.url)), path);
}

const formatOf = (path: string): Promise<unknown> =>
  raw(path, (db) => db.prepare("PRAGMA user_version").get()?.["user_version"]);

describe("A memory from before there were hooks", () => {
  it.each([
    [`a new file of format ${FORMAT_BEFORE}`, ofFormatBefore],
    ["the memory of the newest release", ofRelease],
  ])("opens, and keeps what hooks leave behind: %s", async (_, write) => {
    const path = (await folderOfTest()).file("membria.db");
    await write(path);
    expect(await formatOf(path)).toBeLessThanOrEqual(FORMAT_BEFORE);
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(memory.close);
    expect(await formatOf(path)).toBe(MIGRATIONS.length);
    expect(await openCandidates(memory, "all", 10)).toEqual({ items: [], total: 0 });
    await noteSession(memory, { ...SESSION, project: "shop" }, {}, DAY);
    await recordTold(memory, [told()]);
    await addCandidates(memory, [candidate()]);
    await addDecision(memory, { decision: decision() }, act());
    expect((await openCandidates(memory, "shop", 10)).total).toBe(1);
    await expectSameWhenReplayed(path);
  });
});

describe("Erasing a candidate", () => {
  it("leaves none of its words in the file", async () => {
    const path = (await folderOfTest()).file("membria.db");
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(memory.close);
    const word = madeUpWord();
    const waiting = candidate({ quote: screened(word) });
    await addCandidates(memory, [waiting]);
    expect(bytesOnDisk(path).includes(word)).toBe(true);
    await eraseCandidate(memory, "shop", waiting.id);
    expect(bytesOnDisk(path).includes(word)).toBe(false);
  });
});
