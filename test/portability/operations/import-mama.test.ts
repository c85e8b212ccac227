import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { decisionPage, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { findLink } from "../../../src/decisions/sql/links.ts";
import { relearnSkills } from "../../../src/learning/operations/learn-skills.ts";
import { listSkills } from "../../../src/learning/sql/skills.ts";
import { importMama } from "../../../src/portability/operations/import-mama.ts";
import { undoImport } from "../../../src/portability/operations/run-import.ts";
import { readImports } from "../../../src/portability/sql/imports.ts";
import { searchMemories } from "../../../src/recall/operations/search-memories.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { loadCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { latestCheckpoint, memoryChangesSince } from "../../../src/sessions/sql/notes.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { otherCopies } from "../../../src/store/file/file-copies.ts";
import { type MamaContent, manyMama, writeMama } from "../../support/mama-database.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../../support/memory.ts";
import { historyOf } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";

const AT = Date.UTC(2025, 11, 1);
const person = callBy({ kind: "human", name: "somebody", role: "admin" });

async function mamaFile(content: MamaContent): Promise<string> {
  const path = (await folderOfTest()).file("mama-memory.db");
  await writeMama(path, content);
  return path;
}

const bring = (memory: TestMemory, file: string, dryRun = false) =>
  perform(importMama, { file, dryRun }, memory, person);

const row = (id: string, fields: Record<string, string | number | null> = {}) => ({
  id,
  topic: "sessions",
  decision: `Keep ${id} in Redis`,
  reasoning: "It is there already",
  created_at: AT,
  updated_at: AT + 1_000,
  ...fields,
});

async function links(memory: TestMemory): Promise<Record<string, unknown>[]> {
  return raw(memory.path, (db) =>
    (db.prepare("SELECT relation, state, body FROM links ORDER BY seq").all() as { body: string }[]).map(
      ({ body, ...rest }) => ({ ...rest, ...(JSON.parse(body) as Record<string, unknown>) }),
    ),
  );
}

describe("A decision of MAMA", () => {
  it("keeps its words, its time and its old id", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions: [
        row("decision_sessions_1", {
          confidence: 0.8,
          evidence: '["src/session.ts:12","load test"]',
          alternatives: "A table in Postgres",
          risks: '["Redis is lost on restart"]',
          session_id: "s-1",
          usage_count: 7,
          trust_context: '{"source":"load test"}',
        }),
      ],
    });
    await bring(memory, file);
    const decision = await findDecision(memory, "shop", "decision_sessions_1");
    expect(decision).toMatchObject({
      statement: "Keep decision_sessions_1 in Redis",
      topic: "sessions",
      topicStated: true,
      reasoning: "It is there already",
      confidence: 0.8,
      confidenceStated: false,
      alternatives: ["A table in Postgres"],
      risks: ["Redis is lost on restart"],
      evidence: [
        { kind: "note", ref: "src/session.ts:12" },
        { kind: "note", ref: "load test" },
      ],
      sessionId: "s-1",
      standing: "active",
      createdAt: new Date(AT),
      aliases: ["decision_sessions_1"],
    });
    expect(decision?.notes[0]?.text).toContain('"usage_count":7');
    expect(decision?.notes[0]?.text).toContain("trust_context");
  });

  it("has an agent as author if its text says MCP, else depending on the user's involvement", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions: [
        row("asked", { user_involvement: "requested" }),
        row("approved", { user_involvement: "approved" }),
        row("marked", { user_involvement: "approved", reasoning: "Faster. [via MCP: claude]" }),
        row("unasked"),
        row("turned_down", { user_involvement: "rejected" }),
      ],
    });
    await bring(memory, file);
    const author = async (id: string) => (await findDecision(memory, "shop", id))?.author.kind;
    expect(await author("asked")).toBe("human");
    expect(await author("approved")).toBe("human");
    expect(await author("marked")).toBe("agent");
    expect(await author("unasked")).toBe("agent");
    const rejected = await findDecision(memory, "shop", "turned_down");
    expect(rejected?.standing).toBe("deprecated");
    expect(rejected?.notes[0]?.text).toBe("The user rejected it.");
  });

  it("brings its outcome with the reasons as lessons, and its confidence does not count as stated", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions: [
        row("good", { outcome: "SUCCESS", confidence: 0.9 }),
        row("half", { outcome: "PARTIAL", limitation: "Only for small carts" }),
        row("bad", { outcome: "FAILED", failure_reason: "Redis was evicted", duration_days: 10 }),
        row("open"),
      ],
    });
    await bring(memory, file);
    const tally = await readTally(memory, "shop");
    expect([tally.outcomes, tally.score]).toEqual([3, 1.5]);
    expect(tally.bins.reduce((sum, bin) => sum + bin.outcomes, 0)).toBe(0);
    const bad = await findDecision(memory, "shop", "bad");
    expect(bad).toMatchObject({ progress: "failed", outcome: { status: "failure", score: 0 } });
    const { outcomes } = await historyOf(memory, bad?.id ?? "");
    expect(outcomes[0]).toMatchObject({
      lessons: ["Redis was evicted"],
      at: new Date(AT + 10 * DAY_MS),
    });
  });

  it("keeps its chain from columns and edges, each link once", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions: [
        row("first", { superseded_by: "second" }),
        row("second", { supersedes: "first" }),
        row("third"),
        row("fourth", { refined_from: '["second"]' }),
      ],
      edges: [
        { from_id: "third", to_id: "second", relationship: "supersedes", reason: "It grew", created_at: AT },
        { from_id: "second", to_id: "first", relationship: "supersedes", reason: "Too slow", created_at: AT },
      ],
    });
    await bring(memory, file);
    const find = (id: string) => findDecision(memory, "shop", id);
    const [first, second, third] = [await find("first"), await find("second"), await find("third")];
    expect([first?.standing, second?.standing, third?.standing]).toEqual([
      "superseded",
      "superseded",
      "active",
    ]);
    expect(first?.supersededBy).toEqual([second?.id]);
    expect(third?.supersedes).toEqual([second?.id]);
    expect((await links(memory)).filter(({ relation }) => relation === "supersedes")).toHaveLength(2);
    expect((await links(memory)).filter(({ relation }) => relation === "refines")).toHaveLength(1);
  });
});

describe("The links of MAMA", () => {
  const edge = (to_id: string, fields: Record<string, string | number | null> = {}) => ({
    from_id: "a",
    to_id,
    relationship: "refines",
    reason: "The same service",
    created_at: AT,
    ...fields,
  });
  const decisions = ["a", "b", "c", "d", "e", "f"].map((id) => row(id));

  it("are auto links if the database has no approvals", async () => {
    const memory = await openMemory();
    await bring(memory, await mamaFile({ first: true, decisions, edges: [edge("b")] }));
    expect(await links(memory)).toEqual([
      expect.objectContaining({
        relation: "refines",
        state: "active",
        origin: "auto",
        reason: "The same service",
      }),
    ]);
  });

  it("are governed in a database with approvals, pending if not approved, and auto if MAMA created them", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions,
      edges: [
        edge("b", { approved_by_user: 1, created_by: "user" }),
        edge("c", { approved_by_user: 0, created_by: "llm", evidence: "a.ts:1" }),
        edge("d", { approved_by_user: 1, reason: "Refines previous approach (similarity: 0.82)" }),
        edge("e", { approved_by_user: 1, reason: "similarity: 0.9" }),
        edge("f", { approved_by_user: 1, relationship: "debates" }),
      ],
      approvals: [{ from_id: "a", to_id: "e", relationship: "refines", action: "approved", actor: "user" }],
    });
    await bring(memory, file);
    expect((await links(memory)).map(({ relation, state, origin }) => [relation, state, origin])).toEqual([
      ["refines", "active", "governed"],
      ["refines", "pending", "governed"],
      ["refines", "active", "auto"],
      ["refines", "active", "governed"],
      ["contradicts", "active", "governed"],
    ]);
    expect((await links(memory))[4]?.["original"]).toBe("debates");
    expect((await links(memory))[1]?.["evidence"]).toBe("a.ts:1");
  });

  it("are left out and reported if a decision does not exist", async () => {
    const memory = await openMemory();
    const file = await mamaFile({ decisions, edges: [edge("gone")] });
    const report = await bring(memory, file);
    expect(report.counts["dangling"]).toBe(1);
    expect(report.problems).toEqual(["The link a refines gone has an end that does not exist."]);
    expect(report.verified?.ok).toBe(true);
  });
});

describe("An import from MAMA", () => {
  it("removes what was learned from it when it is undone", async () => {
    const memory = await openMemory();
    const stores = ["sessions", "carts", "tokens", "drafts"];
    const decisions = stores.map((what) =>
      row(what, { topic: what, decision: `Cache ${what} in Redis`, outcome: "SUCCESS" }),
    );
    const { run } = await bring(memory, await mamaFile({ decisions }));
    await perform(relearnSkills, {}, memory, callBy());
    const learned = () => listSkills(memory, "shop");
    expect((await learned()).map(({ tally }) => tally.outcomes)).toEqual([stores.length]);
    await perform(undoImport, { run: String(run) }, memory, person);
    expect(await learned()).toEqual([]);
  });

  it("brings checkpoints whose words can be searched", async () => {
    const memory = await openMemory();
    const checkpoints = [{ timestamp: AT, summary: "The zebra stable is half done", next_steps: "Roof it" }];
    await bring(memory, await mamaFile({ checkpoints, decisions: [row("a")] }));
    const { results } = await perform(searchMemories, { query: "zebra stable" }, memory, callBy());
    expect(results.map(({ memory: { type } }) => type)).toEqual(["checkpoint"]);
  });

  it("brings checkpoints that a session can continue from", async () => {
    const memory = await openMemory();
    const checkpoints = [
      {
        id: 1,
        timestamp: AT,
        summary: "Half way",
        open_files: '["src/a.ts"]',
        next_steps: "Go on",
        status: "active",
      },
    ];
    await bring(memory, await mamaFile({ checkpoints, decisions: [row("a")] }));
    const { checkpoint } = await perform(loadCheckpoint, {}, memory, callBy());
    expect(checkpoint).toMatchObject({ summary: "Half way", openFiles: ["src/a.ts"], nextSteps: "Go on" });
  });

  it("brings checkpoints as checkpoint memories", async () => {
    const memory = await openMemory();
    const checkpoints = [
      {
        timestamp: AT,
        summary: "Half is done",
        open_files: '["a.ts"]',
        next_steps: "The rest",
        recent_conversation: '[{"role":"user"}]',
      },
    ];
    await bring(memory, await mamaFile({ checkpoints, decisions: [row("a")] }));
    const kept = await raw(memory.path, (db) =>
      db.prepare("SELECT content, created_at, body FROM memories WHERE type = 'checkpoint'").all(),
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ content: "Half is done", created_at: AT });
    expect(JSON.parse((kept[0] as { body: string }).body)).toMatchObject({
      open_files: ["a.ts"],
      next_steps: "The rest",
      recent_conversation: ['{"role":"user"}'],
    });
  });

  it("screens texts, and counts replaced secrets", async () => {
    const memory = await openMemory();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const report = await bring(
      memory,
      await mamaFile({ decisions: [row("a", { reasoning: `The token is ${token}` })] }),
    );
    expect(report.counts["redacted"]).toBe(1);
    expect((await findDecision(memory, "shop", "a"))?.reasoning).not.toContain(token);
  });

  it("writes nothing with --dry-run", async () => {
    const memory = await openMemory();
    const report = await bring(memory, await mamaFile(manyMama(20, 30)), true);
    expect(report).toMatchObject({ dryRun: true, run: undefined, copy: undefined });
    expect(report.counts["decision.added"]).toBe(20);
    expect(await readImports(memory, "shop")).toEqual([]);
    expect((await decisionPage(memory, { scope: "shop" }, 5)).total).toBe(0);
  });

  it("copies the memory first, verifies, and adds nothing the second time", async () => {
    const memory = await openMemory();
    const file = await mamaFile(manyMama(40, 60));
    const first = await bring(memory, file);
    expect(first.verified).toMatchObject({ ok: true, different: 0 });
    expect(await otherCopies(memory)).toEqual([first.copy]);
    const before = await memory.position();
    const second = await bring(memory, file);
    expect(second).toMatchObject({ run: undefined, copy: undefined });
    expect(second.counts).toMatchObject({ "decision.known": 40 });
    expect(await memory.position()).toBe(before);
  });

  it("changes neither the file nor its folder, even in write-ahead mode", async () => {
    for (const mode of ["DELETE", "WAL"]) {
      const memory = await openMemory();
      const file = await mamaFile(manyMama(10, 10));
      // A second connection prevents a checkpoint of the write-ahead log.
      await raw(file, async (db) => {
        db.exec(`PRAGMA journal_mode = ${mode}`);
        db.exec("INSERT INTO decisions (id, topic, decision) VALUES ('late', 'sessions', 'Came last')");
        const state = async () => {
          const names = (await readdir(dirname(file))).filter((name) => !name.endsWith("-shm")).sort();
          const sum = async (name: string) =>
            createHash("sha256")
              .update(await readFile(`${dirname(file)}/${name}`))
              .digest("hex");
          return Promise.all(names.map(async (name) => [name, await sum(name)]));
        };
        const before = await state();
        await bring(memory, file);
        expect(await state()).toEqual(before);
      });
      expect((await findDecision(memory, "shop", "late"))?.statement).toBe("Came last");
    }
  });

  it("creates no temporary file beside a database in write-ahead mode", async () => {
    const memory = await openMemory();
    const file = await mamaFile(manyMama(10, 10));
    await raw(file, (db) => db.exec("PRAGMA journal_mode = WAL"));
    const before = await stat(dirname(file));
    await bring(memory, file);
    expect((await stat(dirname(file))).mtimeMs).toBe(before.mtimeMs);
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(10);
  });

  it("is undone with one command, unless something was changed since", async () => {
    const memory = await openMemory();
    const { run = "" } = await bring(memory, await mamaFile(manyMama(20, 30)));
    const some = (await decisionPage(memory, { scope: "shop" }, 1)).items[0]?.id ?? "";
    await writeDecisionChange(
      memory,
      "shop",
      some,
      { progress: "reworked" },
      { by: person.actor, at: memory.clock.now() },
    );
    await expect(perform(undoImport, { run }, memory, person)).rejects.toMatchObject({
      reason: "changed_since_import",
    });
    const { removed } = await perform(undoImport, { run, evenIfChanged: true }, memory, person);
    expect(removed.decision).toBe(20);
    expect((await decisionPage(memory, { scope: "shop" }, 5)).total).toBe(0);
    expect((await readTally(memory, "shop")).outcomes).toBe(0);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("refuses a file that is no MAMA database, and one from a newer MAMA", async () => {
    const memory = await openMemory();
    const folder = await folderOfTest();
    await expect(bring(memory, folder.file("nothing.db"))).rejects.toMatchObject({
      reason: "file_not_found",
    });
    await writeFile(
      folder.file("text.db"),
      "This is no database, though it is long enough to look at.".repeat(20),
    );
    await expect(bring(memory, folder.file("text.db"))).rejects.toMatchObject({ reason: "not_mama" });
    await raw(folder.file("other.db"), (db) => db.exec("CREATE TABLE decisions (id TEXT)"));
    await expect(bring(memory, folder.file("other.db"))).rejects.toMatchObject({ reason: "not_mama" });
    const newer = await mamaFile({ script: "INSERT INTO schema_version (version) VALUES (99)" });
    await expect(bring(memory, newer)).rejects.toMatchObject({ reason: "newer_source", received: 99 });
  });
});

describe("A link that waits for approval beside one that MAMA made by itself", () => {
  const edge = (relationship: string, fields: Record<string, string | number> = {}) => ({
    from_id: "newer",
    to_id: "older",
    relationship,
    reason: "Both are about sessions",
    created_at: AT,
    created_by: "llm",
    approved_by_user: 0,
    ...fields,
  });
  const auto = edge("refines", { reason: "similarity: 0.9", approved_by_user: 1 });
  const pending = edge("builds_on", { created_at: AT - 1_000 });

  it.each([
    ["after", [auto, pending]],
    ["before", [pending, auto]],
  ])("is brought in %s it, and can be approved", async (_, edges) => {
    const memory = await openMemory();
    const file = await mamaFile({ decisions: [row("older"), row("newer")], edges });
    await bring(memory, file);
    const found = await links(memory);
    expect(found.map(({ origin, state }) => `${origin} ${state}`).sort()).toEqual([
      "auto active",
      "governed pending",
    ]);
    const [from, to] = await Promise.all(
      ["newer", "older"].map(async (id) => (await findDecision(memory, "shop", id))?.id as string),
    );
    const ends = { from: from as string, to: to as string, relation: "refines" as const };
    expect(await findLink(memory, "shop", ends)).toMatchObject({ state: "pending" });
    expect((await bring(memory, file)).counts["link.known"]).toBe(2);
    expect(await links(memory)).toHaveLength(2);
  });

  it("does not come back beside what somebody has approved", async () => {
    const memory = await openMemory();
    const approved = edge("builds_on", { approved_by_user: 1, created_by: "user" });
    await bring(memory, await mamaFile({ decisions: [row("older"), row("newer")], edges: [approved, auto] }));
    expect((await links(memory)).map(({ origin }) => origin)).toEqual(["governed"]);
  });
});

describe("A dry run", () => {
  it("has the numbers and the problems of the run after it", async () => {
    const memory = await openMemory();
    const link = (from_id: string, to_id: string, relationship: string) => ({
      from_id,
      to_id,
      relationship,
      reason: "",
      created_at: AT,
    });
    const file = await mamaFile({
      decisions: [
        row("a"),
        row("b", { supersedes: "a", refined_from: '["a"]' }),
        row("c", { supersedes: "b" }),
      ],
      edges: [
        link("b", "a", "supersedes"),
        link("a", "c", "supersedes"),
        link("b", "a", "refines"),
        link("c", "a", "builds_on"),
        link("c", "a", "refines"),
        link("c", "nothing", "refines"),
      ],
      checkpoints: [{ timestamp: AT, summary: "Half of it is done" }],
    });
    const planned = await bring(memory, file, true);
    const done = await bring(memory, file);
    expect(planned.counts).toEqual(done.counts);
    expect(planned.problems).toEqual(done.problems);
    expect(done.counts).toMatchObject({ "link.added": 4, "link.known": 3, "link.refused": 1, dangling: 1 });
    const again = await bring(memory, file, true);
    expect(again.counts).toEqual((await bring(memory, file)).counts);
  });
});

describe("A restart from an imported checkpoint", () => {
  it("counts the decisions that were made after it, and not those that were imported with it", async () => {
    const memory = await openMemory();
    const file = await mamaFile({
      decisions: [
        row("before"),
        row("on_time", { created_at: AT + DAY_MS }),
        row("later", { created_at: AT + 3 * DAY_MS }),
      ],
      checkpoints: [{ timestamp: AT + 2 * DAY_MS, summary: "Half of it is done" }],
    });
    await bring(memory, file);
    const checkpoint = await latestCheckpoint(memory, "shop");
    const { decisions } = await memoryChangesSince(memory, checkpoint as never, 10);
    expect(decisions.total).toBe(1);
    expect(decisions.items.map(({ aliases }) => aliases)).toEqual([["later"]]);
  });
});
