import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { dependencesOf } from "../../../src/decisions/sql/linked-decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, decision } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";

/** The last format whose links know no dependences. */
const FORMAT_BEFORE = 23;

const read = (path: string, sql: string): Promise<unknown> => raw(path, (db) => db.prepare(sql).all());
const LINKS =
  "SELECT seq, id, project, from_id, to_id, relation, state, at, origin, body FROM links ORDER BY seq";
const INDEXES =
  "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'links' AND sql NOT NULL ORDER BY name";

async function newFileOf(format: number): Promise<string> {
  const path = (await folderOfTest()).file("membria.db");
  const connection = await connect(path);
  await migrate(connection, path, MIGRATIONS.slice(0, format));
  await connection.close();
  return path;
}

describe("A memory from before there were dependences", () => {
  it("keeps its links as they were, and takes dependences", async () => {
    const path = (await folderOfTest()).file("membria.db");
    copyFileSync(fileURLToPath(new URL("../../fixtures/memory-0.2.0.db", import.meta.url)), path);
    const before = await read(path, LINKS);
    expect(before).not.toEqual([]);
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(memory.close);
    expect(await read(path, LINKS)).toEqual(before);
    for (const id of ["dec_a", "dec_b"]) await addDecision(memory, { decision: decision({ id }) }, act());
    const depends = link({ from: "dec_a", to: "dec_b", relation: "depends_on" });
    await storeLink(memory, depends, act());
    await storeLinkReview(memory, "shop", depends.id, review(), act());
    expect(await dependencesOf(memory, "shop", ["dec_a"])).toMatchObject([
      { from: "dec_a", on: { id: "dec_b" } },
    ]);
    await expectSameWhenReplayed(path);
  });

  it("has the same indexes of links afterwards", async () => {
    const [before, after] = [await newFileOf(FORMAT_BEFORE), await newFileOf(FORMAT_BEFORE + 1)];
    expect(await read(after, INDEXES)).toEqual(await read(before, INDEXES));
  });
});
