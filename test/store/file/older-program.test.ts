import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { type Connection, connect, type Sql } from "../../../src/store/file/connection.ts";
import { FILE_FORMAT, FIRST_GUARDED_FORMAT } from "../../../src/store/file/database-file.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, decision } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";

it("The format that entries of the log carry is the number of migration steps", () => {
  expect(FILE_FORMAT).toBe(MIGRATIONS.length);
});

describe("A program of version 0.1.0 that has the file open while a newer one upgrades it", () => {
  it("can write before", async () => {
    const { older } = await opened();
    await older.write(writeAsVersion010);
    expect(await rowsIn(older)).toEqual({ entries: 1, facts: 1, head: 1 });
  });

  it("is refused at its next write, writes nothing, and is told to update", async () => {
    const { older, upgrade } = await opened();
    const memory = await upgrade();
    await expect(older.write(writeAsVersion010)).rejects.toMatchObject({
      code: "unavailable",
      reason: "newer_file",
      message: expect.stringMatching(/newer Membria/),
      hint: expect.stringMatching(/Nothing was written\. Update Membria/),
    });
    expect(await rowsIn(older)).toEqual({ entries: 0, facts: 0, head: 0 });
    await addDecision(memory, { decision: decision() }, act());
    expect(await verifyAudit(memory)).toMatchObject({ entries: 1, problem: undefined });
  });

  it("is told so in the words of SQLite, which is all that a released program can show", async () => {
    const { older, upgrade } = await opened();
    await upgrade();
    const refused = await older.write(writeAsVersion010).catch((error: Error) => error.cause);
    expect((refused as Error).message).toMatch(/Update this program and start it again; nothing was written/);
  });
});

/** One row of any table and the entry about it, with the columns that 0.1.0 had. */
function writeAsVersion010(sql: Sql): void {
  sql.run("INSERT INTO facts (name, value) VALUES ('written', 'by an older program')");
  sql.run(
    `INSERT INTO audit (seq, at, action, kind, subject, project, author_kind, author, client, digest, hash, salt)
     VALUES (1, 0, 'decision.captured', 'decision', 'dec_a', 'shop', 'agent', 'a', 'a/1.0', 'd', 'h', 's')`,
  );
  sql.run("UPDATE audit_head SET seq = 1, hash = 'h'");
}

async function opened(): Promise<{ older: Connection; upgrade: () => Promise<Memory> }> {
  const path = (await folderOfTest()).file("membria.db");
  const older = await connect(path);
  await migrate(older, path, MIGRATIONS.slice(0, FIRST_GUARDED_FORMAT - 1));
  onTestFinished(() => older.close());
  return {
    older,
    async upgrade() {
      const memory = await openMemoryFile(path, silentLog);
      onTestFinished(() => memory.close());
      return memory;
    },
  };
}

const rowsIn = (connection: Connection) =>
  connection.read((sql) => ({
    entries: sql.get("SELECT count(*) AS n FROM audit")?.["n"],
    facts: sql.get("SELECT count(*) AS n FROM facts WHERE name = 'written'")?.["n"],
    head: sql.get("SELECT seq FROM audit_head")?.["seq"],
  }));
