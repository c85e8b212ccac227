import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { rebuildSkillsOf } from "../../../src/learning/operations/learn-skills.ts";
import { projectsWithSkills } from "../../../src/learning/sql/skills.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { embedMemory } from "../../../src/recall/operations/embed-memory.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { rebuildMemory } from "../../../src/repair/operations/rebuild-memory.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { type Call, perform } from "../../../src/shared/operations/operation.ts";
import type { Embedder } from "../../../src/shared/ports.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, decision } from "../../support/decisions.ts";
import { derivedIn } from "../../support/derived.ts";
import { settle } from "../../support/loop.ts";
import { callBy, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { replayedCopy } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { memoryOfAWeek } from "../../support/week.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const rebuild = (memory: TestMemory, progress: Call["progress"] = () => {}) =>
  perform(rebuildMemory, {}, memory, { ...callBy({ role: "admin" }), progress });

/** Changes the file past everything of ours, references included. */
const damage = (memory: TestMemory, script: string): Promise<void> =>
  raw(memory.path, (db) => db.exec(`PRAGMA foreign_keys = OFF; ${script}`));

const idsFor = async (memory: TestMemory, query: string): Promise<string[]> =>
  (await perform(searchDecisions, { query, mode: "audit" }, memory, callBy())).results.map(
    ({ decision: { id } }) => id,
  );

const countOf = (memory: TestMemory, rows: string): Promise<number> =>
  raw(memory.path, (db) => (db.prepare(`SELECT count(*) AS n FROM ${rows}`).get() as { n: number }).n);

/** Calls `work` once, when the rebuild is at this point. */
function during(point: string, work: () => void): Call["progress"] {
  let done = false;
  return (_, __, message) => {
    if (done || message !== point) return;
    done = true;
    work();
  };
}

describe("Rebuilding a memory", () => {
  it("finds a memory in order that only Membria wrote, and changes nothing in it", async () => {
    const memory = await memoryOfAWeek();
    const before = await derivedIn(memory.path);
    for (let times = 0; times < 2; times++) {
      expect(await rebuild(memory)).toMatchObject({
        wasInOrder: true,
        rebuilt: { words: { rows: 17 }, outcomes: { rows: 14 }, vectors: { rows: 15 }, skills: { rows: 5 } },
        pending: 0,
        notices: [],
      });
      expect(await derivedIn(memory.path)).toEqual(before);
    }
  });

  it("derives the same in a memory that was made again from the log", async () => {
    const memory = await memoryOfAWeek();
    const [oldest] = await idsFor(memory, "Cache sessions in Redis");
    await eraseDecision(memory, "shop", oldest as string, act(memory.clock.now()));
    const copy = await replayedCopy(memory.path);
    const opened = await openMemory(silentLog, { path: copy, now: new Date("2030-01-01") });
    const again = rewired(opened, { meaning: memory.meaning });
    await rebuild(memory);
    // It has no log of its own, which the operation would check first.
    const embedder = await again.meaning.embedder();
    await rebuildDerived(again, true, act(again.clock.now()));
    const call = callBy({ role: "admin" });
    await embedPending(again, embedder as Embedder, call.signal);
    for (const project of await projectsWithSkills(again)) await rebuildSkillsOf(project, again, call);
    expect(await derivedIn(copy)).toEqual(await derivedIn(memory.path));
  });

  it.each([
    ["missing words", "words", "DELETE FROM memories_text WHERE rowid % 2 = 0"],
    ["all words gone", "words", "DELETE FROM memories_text; DELETE FROM notes_text"],
    ["words of another decision", "words", "UPDATE memories_text SET title = 'zebra' WHERE rowid = 3"],
    ["words of nothing", "words", "INSERT INTO memories_text (rowid, title, body) VALUES (900, 'zebra', '')"],
    ["a note among the decisions", "words", "INSERT INTO notes_text (rowid, title) VALUES (1, 'zebra')"],
    ["no passages", "words", "DELETE FROM passages"],
    [
      "passages of nothing",
      "words",
      "INSERT INTO passages SELECT 900, memory, 'note', 'x', 1 FROM passages LIMIT 1",
    ],
    ["words of a passage gone", "words", "DELETE FROM passages_text"],
    ["no vectors of passages", "vectors", "DELETE FROM passage_vectors; DELETE FROM passage_codes"],
    ["no tallies", "tallies", "DELETE FROM tally_bins"],
    ["wrong sums", "tallies", "UPDATE tally_bins SET score = score + 0.5, outcomes = outcomes + 1"],
    ["a tally of nothing", "tallies", "INSERT INTO tally_bins VALUES ('x', 'y', 'agent', 1, 1, 1, 1, 1)"],
    ["every outcome counting", "outcomes", "UPDATE outcomes SET counts = 1"],
    ["no outcome counting", "outcomes", "UPDATE outcomes SET counts = 0"],
    ["forgotten current outcomes", "outcomes", "UPDATE memories SET outcome = NULL, outcome_id = NULL"],
    [
      "a current outcome of nothing",
      "outcomes",
      `UPDATE memories SET outcome = 'success', outcome_score = 1, outcome_id = 'out_x', outcome_at = 1
       WHERE content LIKE 'Wait %'`,
    ],
    ["no vectors", "vectors", "DELETE FROM vectors; DELETE FROM vector_codes"],
    ["vectors of nothing", "vectors", "INSERT INTO vectors SELECT 900, model, vector FROM vectors LIMIT 1"],
    ["codes of nothing", "vectors", "DELETE FROM vectors WHERE memory = 2"],
    ["no skills", "skills", "DELETE FROM skill_transitions; DELETE FROM skill_members; DELETE FROM skills"],
    ["members of no skill", "skills", "UPDATE skill_members SET skill = 'sk_none' "],
    ["wrong counts of a skill", "skills", "UPDATE skills SET outcomes = 99, score = 1, body = '{}'"],
    ["the wrong stage", "skills", "UPDATE skills SET stage = 'retired', kind = 'antipattern'"],
    [
      "a skill of nothing",
      "skills",
      "INSERT INTO skills SELECT 'sk_x', project, domain, 9, 9, kind, stage, 1, body FROM skills LIMIT 1",
    ],
  ] as const)("mends %s", async (_, part, script) => {
    const memory = await memoryOfAWeek();
    const before = await derivedIn(memory.path);
    await damage(memory, script.replace("", ""));
    expect(await derivedIn(memory.path)).not.toEqual(before);
    const { rebuilt, wasInOrder } = await rebuild(memory);
    expect(wasInOrder).toBe(false);
    expect(rebuilt[part].mended).toBeGreaterThan(0);
    expect(await derivedIn(memory.path)).toEqual(before);
    expect(await rebuild(memory)).toMatchObject({ wasInOrder: true });
  });

  it("leaves one entry in the log, which stays valid, if the skills were right", async () => {
    const memory = await memoryOfAWeek();
    const before = await memory.position();
    await damage(memory, "DELETE FROM tally_bins");
    await rebuild(memory);
    expect(await memory.changesAfter(before, 10)).toMatchObject([{ action: "memory.rebuilt" }]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("keeps which sessions were exposed to a skill", async () => {
    const memory = await memoryOfAWeek();
    await damage(
      memory,
      `INSERT INTO skill_exposures SELECT id, 'session-1', 1, 5 FROM skills WHERE stage <> 'forming';
       UPDATE skills SET stage = 'retired'`,
    );
    const exposed = await countOf(memory, "skill_exposures");
    expect(exposed).toBeGreaterThan(0);
    await rebuild(memory);
    expect(await countOf(memory, "skill_exposures")).toBe(exposed);
  });

  it("needs the role of an administrator", async () => {
    const memory = await openMemory();
    await expect(perform(rebuildMemory, {}, memory, callBy())).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("A rebuild is refused and changes nothing", () => {
  it.each([
    ["changed", "UPDATE outcomes SET score = 0.1 WHERE id = ID", "out", "was changed after it was written"],
    ["changed", "UPDATE memories SET standing = 'deprecated' WHERE id = ID", "dec", "different in the log"],
    ["removed", "DELETE FROM links WHERE id = ID", "lnk", "only in the log"],
    [
      "added",
      `INSERT INTO signals (id, decision_id, project, type, valence, at, author_kind, author, body)
       SELECT 'sig_forged', id, project, 'ci_passed', 'positive', 1, 'agent', 'x', '{}' FROM memories WHERE id = 'dec_000001'`,
      "sig_forged",
      "not in the log",
    ],
  ])("if a record was %s past the log: %s", async (_, script, kind, how) => {
    const memory = await memoryOfAWeek();
    const { id: newer } = await superseding(memory);
    const tables = { out: "outcomes", dec: "memories", lnk: "links" };
    const table = tables[kind as keyof typeof tables] as string | undefined;
    const id = table === undefined ? kind : await firstId(memory, table);
    await damage(memory, `DELETE FROM tally_bins; ${script.replace("ID", `'${id}'`)}`);
    const [before, head] = [await derivedIn(memory.path), await memory.position()];
    const refusal = await rebuild(memory).then(
      () => undefined,
      (error: unknown) => error as Error & { hint: string },
    );
    expect(refusal).toMatchObject({ code: "conflict", reason: "log_incomplete" });
    expect(refusal?.message).toContain(id);
    expect(refusal?.message).toContain(how);
    expect(refusal?.message).toContain("Nothing was rebuilt or changed.");
    expect(refusal?.message).not.toContain(newer);
    expect(refusal?.hint).toContain("copy that you trust");
    expect(await derivedIn(memory.path)).toEqual(before);
    expect(await memory.position()).toBe(head);
  });

  it("naming the newest copy beside the file", async () => {
    const memory = await memoryOfAWeek();
    await damage(memory, "UPDATE memories SET standing = 'deprecated' WHERE id = 'dec_000001'");
    for (const name of ["v9.bak", "v10.bak", "v10.2.bak"]) await writeFile(`${memory.path}.${name}`, "");
    await expect(rebuild(memory)).rejects.toMatchObject({
      hint: expect.stringContaining("membria.db.v10.2.bak"),
    });
  });

  it("naming five records at most", async () => {
    const memory = await memoryOfAWeek();
    await damage(memory, "UPDATE memories SET standing = 'deprecated' WHERE type = 'decision'");
    const { message } = await rebuild(memory).then(
      () => new Error("rebuilt"),
      (error: unknown) => error as Error,
    );
    expect(message.match(/different in the log/g)).toHaveLength(5);
  });

  const firstId = (memory: TestMemory, table: string): Promise<string> =>
    raw(
      memory.path,
      (db) => (db.prepare(`SELECT id FROM ${table} ORDER BY seq LIMIT 1`).get() as { id: string }).id,
    );

  /** A decision that replaces the first, so that there is a link. */
  async function superseding(memory: TestMemory) {
    const newer = decision({ statement: "Cache sessions in memory", createdAt: memory.clock.now() });
    const supersedes = [{ ref: "dec_000001", linkId: "lnk_first" }];
    await addDecision(memory, { decision: newer, supersedes }, act(memory.clock.now()));
    return newer;
  }
});

describe("While a memory is rebuilt, another process can write:", () => {
  async function withAnother(memory: TestMemory, use: (other: Memory) => Promise<void>): Promise<void> {
    const other = await openMemoryFile(memory.path, silentLog);
    try {
      await use(other);
    } finally {
      await other.close();
    }
  }

  it.each(["log checked", "memories indexed", "decisions embedded", "Comparing decisions"])(
    'a decision that is captured at "%s" is found once',
    async (point) => {
      const memory = await memoryOfAWeek();
      const made = decision({ statement: "Paint the zeppelin green", createdAt: memory.clock.now() });
      await withAnother(memory, async (other) => {
        const writing: Promise<unknown>[] = [];
        await rebuild(
          memory,
          during(point, () => void writing.push(addDecision(other, { decision: made }, act()))),
        );
        expect(writing).toHaveLength(1);
        await Promise.all(writing);
      });
      expect((await idsFor(memory, "zeppelin")).filter((id) => id === made.id)).toHaveLength(1);
      const rows = `memories_text t JOIN memories m ON m.seq = t.rowid WHERE m.id = '${made.id}'`;
      expect(await countOf(memory, rows)).toBe(1);
      await perform(embedMemory, {}, memory, callBy());
      expect(await rebuild(memory)).toMatchObject({ wasInOrder: true });
    },
  );

  it("an outcome during the comparison is learned from", async () => {
    const memory = await memoryOfAWeek();
    const [id] = await idsFor(memory, "Wait with the search until spring");
    await withAnother(memory, async (other) => {
      const writing: Promise<unknown>[] = [];
      const settling = during("Comparing decisions", () => {
        // The first project is the bakery; the outcome is of the shop, and of a decision without a group.
        writing.push(addOutcome(other, "shop", id as string, outcome(1), act(memory.clock.now())));
      });
      let compared = 0;
      await rebuild(memory, (done, total, message) => {
        // In the middle of the shop, after its decisions were listed.
        if (message === "Comparing decisions" && total === 10 && ++compared === 2)
          settling(done, total, message);
      });
      expect(writing).toHaveLength(1);
      await Promise.all(writing);
    });
    expect(await countOf(memory, `skill_members WHERE decision_id = '${id}'`)).toBe(1);
    expect(await rebuild(memory)).toMatchObject({ wasInOrder: true });
  });

  it("and the vectors that it keeps in its memory are those of the file afterwards", async () => {
    const memory = await memoryOfAWeek();
    await withAnother(memory, async (store) => {
      const other = rewired(memory, { memory: store });
      const before = await idsFor(other, "Redis");
      expect(before.length).toBeGreaterThan(0);
      await damage(
        memory,
        `UPDATE vectors SET vector = zeroblob(length(vector));
         INSERT INTO vector_codes (memory, model, project, code) SELECT 900, model, project, code FROM vector_codes LIMIT 1`,
      );
      await rebuild(memory);
      expect(await idsFor(other, "Redis")).toEqual(before);
    });
  });
});

describe("Where the model of the memory is not available", () => {
  it("the vectors are kept, and what was lost of them waits", async () => {
    const memory = await memoryOfAWeek();
    const before = await derivedIn(memory.path);
    await damage(memory, "DELETE FROM vectors WHERE memory = 2; DELETE FROM vector_codes WHERE memory = 5");
    const without = rewired(memory, { meaning: meaningBy(wordEmbedder("another-model")) });
    const result = await rebuild(without);
    expect(result.notices).toEqual([expect.stringContaining("its vectors were kept")]);
    expect(result).toMatchObject({ pending: 1, rebuilt: { vectors: { rows: 0, mended: 3 } } });
    expect((await derivedIn(memory.path))["codes"]).toHaveLength(14);
    await rebuild(memory);
    expect(await derivedIn(memory.path)).toEqual(before);
  });

  it("or fails, the rest is rebuilt and the decisions wait with their vectors", async () => {
    const memory = await memoryOfAWeek();
    const before = await derivedIn(memory.path);
    await damage(memory, "DELETE FROM tally_bins");
    const failing = { ...wordEmbedder(), embed: () => Promise.reject(new Error("out of order")) };
    const result = await rebuild(rewired(memory, { meaning: meaningBy(failing) }));
    expect(result.notices).toEqual([expect.stringContaining("Not all decisions were embedded again")]);
    expect(result.pending).toBe(17);
    const { queue: _, ...after } = await derivedIn(memory.path);
    expect(before).toMatchObject(after);
  });
});

describe("The history of a skill", () => {
  it("is made again with the times of the outcomes, ageing included", async () => {
    const memory = await memoryOfAWeek();
    memory.clock.advance(200 * 24 * 3_600_000);
    const [id] = await idsFor(memory, "Write the importer in Rust");
    await settle(memory, id as string, 0.9);
    await memory.background.idle();
    const before = await derivedIn(memory.path);
    expect(JSON.stringify(before["histories"])).toContain("ageing");
    memory.clock.advance(24 * 3_600_000);
    await damage(memory, "DELETE FROM skill_transitions");
    await rebuild(memory);
    expect((await derivedIn(memory.path))["histories"]).toEqual(before["histories"]);
  });
});
