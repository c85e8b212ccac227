import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTallies, readTally } from "../../../src/calibration/sql/tallies.ts";
import { addDecision, decisionPage, revisionsOf } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { findSkill, learnSkill, skillOfDecision } from "../../../src/learning/sql/skills.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { checkCoverage } from "../../../src/repair/sql/coverage.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { emerging } from "../../contract/filled-project.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const fixture = (version: string): string =>
  fileURLToPath(new URL(`../../fixtures/memory-${version}.db`, import.meta.url));

describe("Revisions in a SQLite file", () => {
  let folder: TemporaryFolder;
  let path: string;
  let memory: Memory;
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = folder.file("membria.db");
  });
  afterEach(async () => {
    await memory.close();
    await folder.remove();
  });
  const open = async (): Promise<void> => {
    memory = await openMemoryFile(path, silentLog);
  };
  const edit = (id: string, statement: string, n: number) =>
    storeEdit(
      memory,
      "all",
      id,
      { id: `rev_${n}`, edit: { statement: screened(statement) } },
      act(DAY, actor("human")),
    );

  it.each([
    ["what the decision shows", "UPDATE memories SET content = 'Forged'", /decision dec_a was changed/],
    ["a field of it", "UPDATE memories SET body = json_set(body, '$.reasoning', 'x')", /dec_a was changed/],
    ["its hash", "UPDATE memories SET context_hash = 'x'", /dec_a was changed/],
    [
      "the first words",
      "UPDATE revisions SET body = json_set(body, '$.content', 'x') WHERE at = 1",
      /dec_a was/,
    ],
    [
      "words between",
      "UPDATE revisions SET body = json_set(body, '$.content', 'x') WHERE id = 'rev_1'",
      /dec_a/,
    ],
    [
      "the newest words",
      "UPDATE revisions SET body = json_set(body, '$.content', 'x') WHERE id = 'rev_2'",
      /dec_a/,
    ],
    [
      "the author of a revision",
      "UPDATE revisions SET author_kind = 'agent' WHERE id = 'rev_1'",
      /dec_a was/,
    ],
    ["the hash of a revision", "UPDATE revisions SET context_hash = 'x' WHERE id = 'rev_1'", /dec_a was/],
    ["a missing revision", "DELETE FROM revisions WHERE id = 'rev_1'", /dec_a is gone/],
    [
      "the newest words in both places",
      `UPDATE memories SET content = 'x'; UPDATE revisions SET body = json_set(body, '$.content', 'x') WHERE id = 'rev_2'`,
      /dec_a was/,
    ],
  ])("cannot be changed unnoticed: %s", async (_, statement, problem) => {
    await open();
    const first = decision({ id: "dec_a", reasoning: "Because.", createdAt: new Date(1) });
    await addDecision(memory, { decision: first }, act());
    await edit("dec_a", "Second words", 1);
    await edit("dec_a", "Third words", 2);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await raw(path, (db) => db.exec(statement));
    expect((await verifyAudit(memory)).problem).toMatch(problem);
  });

  it.each(["0.1.0", "0.2.0"])("begin with what a memory of %s has, whose log still fits", async (version) => {
    await copyFile(fixture(version), path);
    await open();
    const { items } = await decisionPage(memory, { scope: "all" }, 100);
    const tallies = await readTallies(memory, "all");
    for (const [n, { id }] of items.entries()) await edit(id, `Reworded ${n}`, n);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    expect((await checkCoverage(memory)).uncovered).toEqual([]);
    expect(await readTallies(memory, "all")).toEqual(tallies);
    const [first, second] = await revisionsOf(memory, "all", items[0]?.id ?? "");
    expect(first?.content.statement).toBe(items[0]?.statement);
    expect(second?.content.statement).toBe("Reworded 0");
  });

  it("take a decision out of the skill that its earlier words belonged to, and leave its outcome", async () => {
    await open();
    const ids = ["dec_a", "dec_b", "dec_c"];
    for (const id of ids) {
      await addDecision(memory, { decision: decision({ id }) }, act());
      await addOutcome(memory, "shop", id, outcome(1), act());
      await learnSkill(memory, "shop", id, { group: "sk_a", absorbs: [] }, emerging, act());
    }
    const before = await readTally(memory, "shop");
    await edit("dec_b", "Something else", 1);
    expect(await skillOfDecision(memory, "shop", "dec_b")).toBeUndefined();
    expect((await findSkill(memory, "shop", "sk_a"))?.tally.outcomes).toBe(2);
    expect(await readTally(memory, "shop")).toEqual(before);
    // A field that is not compared leaves it where it is.
    const source = { id: "rev_2", edit: { source: screened("Ana: yes.") } };
    await storeEdit(memory, "shop", "dec_c", source, act());
    expect((await skillOfDecision(memory, "shop", "dec_c"))?.id).toBe("sk_a");
  });
});
