import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

describe("Verifying the audit log of a SQLite file detects changes made directly in the file:", () => {
  let folder: TemporaryFolder;
  let path: string;
  let memory: Memory;

  // Entries 1 to 6: three captures, an erasure, an update, a capture.
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = folder.file("membria.db");
    memory = await openMemoryFile(path, silentLog);
    for (const id of ["dec_a", "dec_b", "dec_c"]) {
      await addDecision(
        memory,
        { decision: decision({ id, reasoning: "Because.", confidence: 0.7 }) },
        act(),
      );
    }
    await eraseDecision(memory, "shop", "dec_c", act());
    await writeDecisionChange(memory, "shop", "dec_a", { note: screened("Noted.") }, act());
    await addDecision(memory, { decision: decision({ id: "dec_d" }) }, act());
    expect(await verifyAudit(memory)).toMatchObject({ entries: 6, problem: undefined });
  });
  afterEach(async () => {
    await memory.close();
    await folder.remove();
  });

  it.each([
    [
      "the author of an entry",
      "UPDATE audit SET author = 'somebody-else' WHERE seq = 4",
      /entry 4 was changed/,
    ],
    ["the kind of author", "UPDATE audit SET author_kind = 'human' WHERE seq = 2", /entry 2 was changed/],
    ["the time of an entry", "UPDATE audit SET at = at + 1 WHERE seq = 1", /entry 1 was changed/],
    ["the action of an entry", "UPDATE audit SET action = 'decision.retracted' WHERE seq = 5", /entry 5 was/],
    ["the subject of an entry", "UPDATE audit SET subject = 'dec_b' WHERE seq = 5", /entry 5 was changed/],
    ["the project of an entry", "UPDATE audit SET project = 'x' WHERE seq = 3", /entry 3 was changed/],
    ["the client of an entry", "UPDATE audit SET client = 'x' WHERE seq = 6", /entry 6 was changed/],
    ["the digest of an entry", "UPDATE audit SET digest = hash WHERE seq = 2", /entry 2 was changed/],
    ["the hash of an entry", "UPDATE audit SET hash = digest WHERE seq = 2", /entry 2 was changed/],
    [
      "the other records of an entry",
      "UPDATE audit SET refs = '[\"dec_x\"]' WHERE seq = 5",
      /entry 5 was changed/,
    ],
    ["the person of an entry", "UPDATE audit SET person = 'per_x' WHERE seq = 2", /entry 2 was changed/],
    ["the key of an entry", "UPDATE audit SET access_key = 'key_x' WHERE seq = 2", /entry 2 was changed/],
    ["the machine of the entries", "UPDATE origins SET id = 'mem_x'", /entry 1 was changed/],
    [
      "what an update wrote",
      `UPDATE change_parts SET args = json_set(args, '$.note', 'x') WHERE change = 5`,
      /decision dec_a was changed/,
    ],
    ["a missing part", "DELETE FROM change_parts WHERE change = 5", /what entry 5 wrote was changed/],
    ["a missing entry", "DELETE FROM audit WHERE seq = 3", /entry 3 is missing/],
    ["a missing first entry", "DELETE FROM audit WHERE seq = 1", /entry 1 is missing/],
    ["a cut-off end", "DELETE FROM audit WHERE seq > 4", /ends at entry 4, but 6 were written/],
    ["an emptied log", "DELETE FROM audit", /ends at entry 0, but 6 were written/],
    [
      "a truncated log with the count reset",
      "DELETE FROM audit WHERE seq > 4; UPDATE audit_head SET seq = 4",
      /not the one that was written last/,
    ],
    [
      "swapped entries",
      "UPDATE audit SET seq = -1 WHERE seq = 1; UPDATE audit SET seq = 1 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = -1",
      /entry 1 was changed/,
    ],
    [
      "a changed statement",
      "UPDATE memories SET content = 'x' WHERE id = 'dec_b'",
      /decision dec_b was changed/,
    ],
    ["a changed topic", "UPDATE memories SET topic = 'x' WHERE id = 'dec_a'", /decision dec_a was changed/],
    [
      "a changed first confidence",
      "UPDATE memories SET confidence = 0.9 WHERE id = 'dec_b'",
      /decision dec_b was changed/,
    ],
    [
      "changed reasoning",
      "UPDATE memories SET body = json_set(body, '$.reasoning', 'x') WHERE id = 'dec_b'",
      /decision dec_b was changed/,
    ],
    [
      "a decision moved to another project",
      "UPDATE memories SET project = 'x' WHERE id = 'dec_b'",
      /dec_b was/,
    ],
    [
      "a decision given to another author",
      "UPDATE memories SET author = 'x' WHERE id = 'dec_b'",
      /dec_b was/,
    ],
    [
      "a changed context hash",
      "UPDATE memories SET context_hash = 'x' WHERE id = 'dec_b'",
      /dec_b was changed/,
    ],
    [
      "a decision that was deleted",
      "DELETE FROM memories WHERE id = 'dec_b'",
      /dec_b is gone without having/,
    ],
    [
      "a decision that was changed, with its salt removed",
      "UPDATE memories SET content = 'x' WHERE id = 'dec_b'; UPDATE change_parts SET salt = NULL, args = NULL WHERE change = 2",
      /what proves the text of decision dec_b is gone/,
    ],
    [
      "a decision that was deleted, with its salt removed",
      "DELETE FROM memories WHERE id = 'dec_b'; UPDATE change_parts SET salt = NULL, args = NULL WHERE change = 2",
      /what proves the text of decision dec_b is gone/,
    ],
  ])("%s", async (_, sql, problem) => {
    await raw(path, (db) => db.exec(sql));
    expect((await verifyAudit(memory)).problem).toMatch(problem);
  });

  it("says how many entries are valid before the first invalid one", async () => {
    await raw(path, (db) => db.exec("UPDATE audit SET author = 'x' WHERE seq = 4"));
    expect((await verifyAudit(memory)).entries).toBe(3);
  });

  it("a later write does not hide a change", async () => {
    await raw(path, (db) => db.exec("DELETE FROM audit WHERE seq = 6"));
    await addDecision(memory, { decision: decision() }, act());
    expect((await verifyAudit(memory)).problem).toMatch(/entry 6 is missing/);
  });
});
