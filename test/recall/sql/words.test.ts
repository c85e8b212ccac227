import { expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { act, decision } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** So many that one index query per memory would time out. */
const COPIES = 10_000;

it("queries the word index once, however many memories the project has", async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = folder.file("membria.db");
  const memory = await openMemoryFile(path, silentLog);
  onTestFinished(memory.close);
  const kept = decision({ statement: "Use a durable queue for mail" });
  await addDecision(memory, { decision: kept }, act());
  await raw(path, (db) => {
    const columns = db.prepare("PRAGMA table_info(memories)").all() as { name: string }[];
    const copied = columns.map(({ name }) => (["seq", "id"].includes(name) ? `${name} || n` : name));
    const copies = `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${COPIES})`;
    db.exec(`${copies} INSERT INTO memories SELECT ${copied.join(", ")} FROM memories, copies`);
    db.exec(`${copies} INSERT INTO memories_text (rowid, title, body)
      SELECT rowid || n, title, body FROM memories_text, copies`);
  });

  expect(await matchWords(memory, "shop", "a durable queue for mail", 5)).toHaveLength(5);
});
