import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  addDecision,
  decisionsById,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { findLink, storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { erasePerson } from "../../../src/portability/sql/erase-memory.ts";
import { beginImport, writeImport } from "../../../src/portability/sql/imports.ts";
import { memoriesById } from "../../../src/recall/sql/memories.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { saveContext } from "../../../src/sessions/sql/contexts.ts";
import { addCheckpoint, addInsight, latestCheckpoint } from "../../../src/sessions/sql/notes.ts";
import type { Act, Author } from "../../../src/shared/actor.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { folderOfTest } from "../../support/memory.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { madeUpWord, wordsOnDisk } from "../../support/words-on-disk.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/memory-0.1.0.db", import.meta.url));
const ERASED = "(erased)";
const RUN = { id: "imp_1", project: "shop", kind: "json", source: "old.json", fingerprint: "f" } as const;

const idOf = (path: string, name: string): Promise<string> =>
  raw(path, (db) => db.prepare("SELECT id FROM people WHERE name = ?").get(name)?.["id"] as string);

async function opened(fixture?: string): Promise<{ path: string; memory: Memory }> {
  const path = (await folderOfTest()).file("membria.db");
  if (fixture) copyFileSync(fixture, path);
  const memory = await openMemoryFile(path, silentLog);
  onTestFinished(() => memory.close());
  return { path, memory };
}

/** Names the person in every place that names somebody, both as a human and behind a program. */
async function writeEverywhere(memory: Memory, name: string): Promise<void> {
  const human: Author = { kind: "human", name: screened(name) };
  const agent: Author = { kind: "agent", name: screened("coding-agent"), person: screened(name) };
  const by = (author: Author): Act => ({
    by: { author, role: "admin", client: screened("test/1.0") },
    at: DAY,
  });
  for (const [id, author] of [
    ["dec_a", human],
    ["dec_b", agent],
  ] as const) {
    await addDecision(memory, { decision: decision({ id, author }) }, by(author));
    await writeDecisionChange(memory, "shop", id, { note: screened("Noted"), confidence: 0.4 }, by(author));
    await addOutcome(memory, "shop", id, outcome(1), by(author));
    await addSignal(memory, "shop", id, signal(), by(author));
  }
  const proposed = link({ id: "lnk_a", from: "dec_a", to: "dec_b", proposedBy: agent });
  await storeLink(memory, proposed, by(agent));
  await storeLinkReview(memory, "shop", "lnk_a", review({ by: human }), by(human));
  const common = { aliases: [], project: "shop", createdAt: DAY };
  const checkpoint = { summary: screened("Half"), openFiles: [], nextSteps: screened("The rest") };
  await addCheckpoint(memory, { id: "chk_a", ...common, ...checkpoint, author: human }, by(human));
  const insight = { content: screened("Tables lock"), tags: [], author: agent };
  await addInsight(memory, { id: "ins_a", ...common, ...insight }, by(agent));
  const context = { context: "deciding", confidence: 0.9, author: human, at: DAY } as const;
  await saveContext(memory, { id: "ctx_a", project: "shop", ...context }, by(human));
  await beginImport(memory, RUN, by(human));
  const imported = { kind: "decision", outcomes: [], signals: [], files: [] } as const;
  const records = [{ ...imported, decision: decision({ id: "dec_i", author: human }) }];
  await writeImport(memory, "shop", { run: RUN.id, records, position: "1", counts: {} }, by(human));
}

describe("Erasing a person", () => {
  it("removes the name from every row, change and page, and leaves what they wrote", async () => {
    const { path, memory } = await opened();
    const name = madeUpWord();
    await writeEverywhere(memory, name);
    expect(wordsOnDisk(path, [name]), "the check can see what is there").toEqual([name]);

    await erasePerson(memory, await idOf(path, name), act());

    expect(wordsOnDisk(path, [name])).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
    const [mine, agents] = await decisionsById(memory, "shop", ["dec_a", "dec_b"]);
    expect(mine).toMatchObject({
      author: { kind: "human", name: ERASED },
      notes: [{ by: { name: ERASED } }],
    });
    expect(agents?.author).toEqual({ kind: "agent", name: "coding-agent", person: ERASED });
    expect((await historyOf(memory, "dec_b")).outcomes[0]?.author).toMatchObject({ person: ERASED });
    const found = await findLink(memory, "shop", "lnk_a");
    expect(found).toMatchObject({ proposedBy: { person: ERASED }, reviews: [{ by: { name: ERASED } }] });
    expect((await latestCheckpoint(memory, "shop"))?.author.name).toBe(ERASED);
    const [insight] = await memoriesById(memory, "shop", ["ins_a"]);
    expect(insight).toMatchObject({ insight: { author: { person: ERASED } } });
    const entries = await memory.changesAfter(0, 100);
    expect(entries[0]).toMatchObject({ author: ERASED, authorKind: "human" });
    expect(entries.at(-1)).toMatchObject({ action: "person.erased", kind: "person" });
  });

  it("works for the one who does it", async () => {
    const { path, memory } = await opened();
    const name = madeUpWord();
    await writeEverywhere(memory, name);
    const author: Author = { kind: "human", name: screened(name) };
    const self: Act = { by: { author, role: "admin", client: screened("test/1.0") }, at: DAY };
    await erasePerson(memory, await idOf(path, name), self);
    expect(wordsOnDisk(path, [name])).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
  });

  it("does not join what is written under the same name later with what was written before", async () => {
    const { path, memory } = await opened();
    const name = madeUpWord();
    await writeEverywhere(memory, name);
    const before = await idOf(path, name);
    await erasePerson(memory, before, act());
    const author: Author = { kind: "human", name: screened(name) };
    await addDecision(memory, { decision: decision({ id: "dec_later", author }) }, act());
    expect((await findDecision(memory, "shop", "dec_later"))?.author.name).toBe(name);
    expect((await findDecision(memory, "shop", "dec_a"))?.author.name).toBe(ERASED);
    expect(await idOf(path, name)).not.toBe(before);
    await expectSameWhenReplayed(path);
  });

  it("leaves a name of version 0.1.0 only in the entries that version wrote, whose hashes cover it", async () => {
    const { path, memory } = await opened(FIXTURE);
    await erasePerson(memory, await idOf(path, "shopkeeper"), act());
    const places = await raw(path, (db) => {
      const tables = db
        .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
        .all()
        .map(({ name }) => name as string);
      return tables.flatMap((table) =>
        db
          .prepare(`SELECT * FROM "${table}"`)
          .all()
          .filter((row) => JSON.stringify(row).includes("shopkeeper"))
          .map((row) => [table, row["chain"]] as const),
      );
    });
    expect(places.length).toBeGreaterThan(0);
    const elsewhere = places.filter(([table, chain]) => table !== "audit" || chain !== 1);
    // The memory of an ADR file has the text of that file, which names its author and stands outside the memory.
    expect(elsewhere.filter(([table]) => table !== "adr_files")).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
    const quiet = await findDecision(memory, "corner-shop", "dec_0mupazsw15dgmn2zg");
    expect(quiet?.author).toEqual({ kind: "human", name: ERASED });
    await raw(path, (db) => db.exec("UPDATE memories SET content = 'x' WHERE id = 'dec_0mupazsw15dgmn2zg'"));
    expect((await verifyAudit(memory)).problem, "their texts are still proven").toMatch(/was changed/);
  });
});
