import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { recordOutcome, recordSignal } from "../../../src/decisions/operations/record-outcome.ts";
import { saveDecision } from "../../../src/decisions/operations/save-decision.ts";
import { supersedeDecision } from "../../../src/decisions/operations/supersede-decision.ts";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { contextHash, EXPORTED_FIELDS, snakeCaseName } from "../../../src/decisions/rules/decision-fields.ts";
import { decisionPage, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { editDecision } from "../../../src/learning/operations/update-decision.ts";
import { exportJson } from "../../../src/portability/operations/export-json.ts";
import { importAdr } from "../../../src/portability/operations/import-adr.ts";
import { importJson } from "../../../src/portability/operations/import-json.ts";
import { importMama } from "../../../src/portability/operations/import-mama.ts";
import { EXPORT_VERSION } from "../../../src/portability/operations/portable-records.ts";
import { pendingEmbeddings } from "../../../src/recall/sql/embeddings.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { latestCheckpoint } from "../../../src/sessions/sql/notes.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { READ_LIMITS } from "../../../src/shared/read-limits.ts";
import { NYGARD, plainAdr, writeFiles } from "../../support/adr-files.ts";
import { act, capturedIn } from "../../support/decisions.ts";
import { listening } from "../../support/listening.ts";
import { manyMama, writeMama } from "../../support/mama-database.ts";
import { callBy, folderOfTest, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });

const WHERE = capturedIn({ exchange: "Person: mails get lost.\nAgent: then queues." });

/** A memory with records of every kind. */
async function fullMemory(): Promise<TestMemory> {
  const memory = await openMemory();
  const folder = await folderOfTest();
  await writeMama(folder.file("mama.db"), manyMama(30, 40));
  await perform(importMama, { file: folder.file("mama.db") }, memory, person);
  await writeFiles(folder.file("adr"), {
    "0001-x.md": plainAdr("1. Use X").replaceAll("\n", "\r\n"),
    "0002-y.md": NYGARD,
  });
  await perform(importAdr, { folder: folder.file("adr") }, memory, person);
  const meant = {
    confidence: 0.7,
    confidenceStated: true,
    alternatives: ["Threads"],
    assumptions: ["It scales"],
    risks: ["Cost"],
  };
  const { decision } = await perform(
    captureDecision,
    {
      statement: "Use queues for mail",
      topic: "mail",
      riskLevel: "low",
      source: "Ana: mails get lost. Ben: then queues.",
      questions: ["Why does mail wait?"],
      ...meant,
    },
    memory,
    person,
  );
  const ref = decision.id;
  await writeDecisionChange(memory, "shop", ref, { capturedIn: WHERE }, act(memory.clock.now()));
  await perform(
    recordSignal,
    { ref, type: "ci_failed", valence: "negative", metrics: { at: "2026-01-01T00:00:00.000Z" } },
    memory,
    person,
  );
  await perform(
    recordOutcome,
    { ref, status: "partial", score: 0.5, lessons: ["It was slow"] },
    memory,
    person,
  );
  await perform(
    recordOutcome,
    { ref, status: "success", score: 0.9, reported: { performanceMetrics: { p99: 12 } } },
    memory,
    person,
  );
  const changes = { statement: "Use queues for all mail", alternatives: [], domain: "messaging" };
  await perform(editDecision, { ref, changes }, memory, person);
  memory.clock.advance(60_000);
  await perform(
    editDecision,
    { ref, changes: { reasoning: "Mail gets lost" } },
    memory,
    callBy({ kind: "human", name: "Ana" }),
  );
  await perform(
    supersedeDecision,
    { statement: "Use one queue", topic: "mail", confidenceStated: false, supersedes: [ref] },
    memory,
    person,
  );
  // An agent saves on a topic of the person, which leaves a draft and a proposal.
  await perform(
    saveDecision,
    { statement: "Use three queues", topic: "mail", confidenceStated: false },
    memory,
    callBy(),
  );
  await memory.background.idle();
  return memory;
}

const TABLES: Readonly<Record<string, string>> = {
  memories: "SELECT * FROM memories ORDER BY id",
  aliases: "SELECT * FROM aliases ORDER BY alias, project",
  revisions: "SELECT * FROM revisions ORDER BY id",
  outcomes: "SELECT * FROM outcomes ORDER BY id",
  signals: "SELECT * FROM signals ORDER BY id",
  links: "SELECT * FROM links ORDER BY id",
  proposals: "SELECT * FROM proposals ORDER BY id",
  adr_files: "SELECT * FROM adr_files ORDER BY folder, path",
};

/** Every memory gives people ids of its own, so their names are compared. */
const content = (memory: TestMemory): Promise<Record<string, unknown[]>> =>
  raw(memory.path, (db) => {
    const people = db.prepare("SELECT id, name FROM people").all();
    const named = (text: string): string =>
      people.reduce((sum: string, { id, name }) => sum.replaceAll(String(id), String(name)), text);
    return Object.fromEntries(
      Object.entries(TABLES).map(([name, sql]) => [
        name,
        db
          .prepare(sql)
          .all()
          .map((row) => Object.entries(row as object).filter(([column]) => column !== "seq"))
          .map((row) => JSON.parse(named(JSON.stringify(row))) as unknown),
      ]),
    );
  });

async function exported(memory: TestMemory): Promise<string> {
  const file = (await folderOfTest()).file("memory.json");
  await perform(exportJson, { file }, memory, person);
  return file;
}

const bring = (memory: TestMemory, file: string, dryRun = false) =>
  perform(importJson, { file, dryRun }, memory, person);

describe("An export as JSON", () => {
  it("is one JSON document that says what it is", async () => {
    const memory = await fullMemory();
    const document = JSON.parse(await readFile(await exported(memory), "utf8")) as {
      format: string;
      version: number;
      records: unknown[];
    };
    expect(document).toMatchObject({ format: "membria-export", version: 6, scope: "shop" });
    const tables = await content(memory);
    const rows = ["memories", "links", "proposals"].flatMap((name) => tables[name]);
    expect(document.records).toHaveLength(rows.length);
  });

  it("is imported without loss, row by row, tally by tally", async () => {
    const memory = await fullMemory();
    const copy = await openMemory();
    const report = await bring(copy, await exported(memory));
    expect(report.problems).toEqual([]);
    expect(report.verified?.ok).toBe(true);
    expect(await content(copy)).toEqual(await content(memory));
    const sums = async ({ memory: store }: TestMemory) => {
      const { outcomes, score, bins } = await readTally(store, "shop");
      return [outcomes, Number(score.toFixed(9)), bins.map((bin) => bin.outcomes)];
    };
    expect(await sums(copy)).toEqual(await sums(memory));
    const { items } = await decisionPage(copy, { scope: "shop", topic: "mail" }, 10);
    expect(items.find(({ statement }) => statement === "Use queues for all mail")).toMatchObject({
      source: "Ana: mails get lost. Ben: then queues.",
      questions: ["Why does mail wait?"],
      reasoning: "Mail gets lost",
      capturedIn: WHERE,
    });
    expect((await content(copy))["revisions"]).toHaveLength(3);
    expect(await pendingEmbeddings(copy)).toBe(await pendingEmbeddings(memory));
    expect((await verifyAudit(copy)).problem).toBeUndefined();
    expect(await bring(copy, await exported(memory))).toMatchObject({ run: undefined });
  });

  it("of all projects is the whole memory, with every record in its project again", async () => {
    const memory = await fullMemory();
    for (const project of ["billing", "github.com/acme/site"]) {
      const there = callBy({ kind: "human", name: "somebody", role: "admin", project });
      const made = { statement: `Use queues for ${project}`, topic: "mail", confidenceStated: false };
      const { decision } = await perform(captureDecision, made, memory, there);
      await perform(recordOutcome, { ref: decision.id, status: "failure", score: 0 }, memory, there);
      await perform(saveCheckpoint, { summary: `Where ${project} stands` }, memory, there);
    }
    const file = (await folderOfTest()).file("all.json");
    await perform(exportJson, { file }, memory, { ...person, scope: "all" });
    const copy = await openMemory();
    expect(await bring(copy, file)).toMatchObject({ problems: [], verified: { ok: true } });
    expect(await content(copy)).toEqual(await content(memory));
    for (const scope of ["shop", "billing", "github.com/acme/site"])
      expect(await decisionPage(copy, { scope }, 100)).toEqual(await decisionPage(memory, { scope }, 100));

    // A caller that is bound to one project brings in that one, and is told of the others.
    const bound = await openMemory();
    const report = await perform(importJson, { file }, bound, { ...person, confinedTo: "shop" });
    expect(report.verified?.ok).toBe(true);
    expect(report.problems).toHaveLength(4);
    expect(report.problems[0]).toMatch(
      /^Line \d+ is of a project that you may not write, and was left out\.$/,
    );
    const projects = await raw(bound.path, (db) => db.prepare("SELECT DISTINCT project FROM memories").all());
    expect(projects).toEqual([{ project: "shop" }]);
  });

  it("includes what can still be read of a damaged checkpoint", async () => {
    const memory = await fullMemory();
    await raw(memory.path, (db) =>
      db.exec("UPDATE memories SET body = '{\"schema_version\":1}' WHERE type = 'checkpoint'"),
    );
    const copy = await openMemory();
    expect(await bring(copy, await exported(memory))).toMatchObject({ problems: [], verified: { ok: true } });
    const kept = await latestCheckpoint(copy, "shop");
    expect(kept).toMatchObject({ summary: "Goal: the import. Evidence: Verified.", nextSteps: "" });
  });

  it("of an empty memory is empty", async () => {
    const memory = await openMemory();
    const file = await exported(memory);
    expect((JSON.parse(await readFile(file, "utf8")) as { records: unknown[] }).records).toEqual([]);
    expect(await bring(await openMemory(), file)).toMatchObject({ run: undefined, problems: [] });
  });

  it("is refused if it is no export, newer, or truncated; a line that is no record is reported", async () => {
    const memory = await fullMemory();
    const file = await exported(memory);
    const whole = await readFile(file, "utf8");
    const refused = async (changed: string) => {
      await writeFile(file, changed);
      return bring(await openMemory(), file);
    };
    await expect(refused("{}")).rejects.toMatchObject({ reason: "not_an_export" });
    await expect(
      refused(whole.replace(`"version":${EXPORT_VERSION}`, `"version":${EXPORT_VERSION + 1}`)),
    ).rejects.toMatchObject({
      reason: "newer_source",
    });
    await expect(refused(whole.slice(0, -10))).rejects.toMatchObject({ reason: "cut_short" });
    const lines = whole.split("\n");
    const report = await refused([lines[0], '{"kind":"decision"},', ...lines.slice(1)].join("\n"));
    expect(report.problems).toEqual(["Line 2 is no record of this format and was left out."]);
    expect(report.verified?.ok).toBe(true);
  });

  it("is read without a line that is nested deeper than any record, and not at all if a line is endless", async () => {
    const file = await exported(await fullMemory());
    const [first, ...rest] = (await readFile(file, "utf8")).split("\n");
    const deep = `{"kind":"memory","memory":${"[".repeat(100_000)}${"]".repeat(100_000)}},`;
    await writeFile(file, [first, deep, ...rest].join("\n"));
    const report = await bring(await openMemory(), file);
    expect(report.problems).toEqual([
      "Line 2 has lists and objects nested 100,001 levels deep, and at most 1,100 are read. It was left out.",
    ]);
    expect(report.counts).toMatchObject({ empty: 1 });
    expect(report.verified?.ok).toBe(true);
    await writeFile(file, [first, "x".repeat(READ_LIMITS.lineBytes + 1), ...rest].join("\n"));
    await expect(bring(await openMemory(), file)).rejects.toMatchObject({
      code: "invalid",
      reason: "line_too_long",
      message: `Line 2 of ${file} has 20,000,001 bytes, and at most 20,000,000 are read.`,
    });
  });

  it("has a higher version if it has a new field, which an older program would drop", () => {
    expect({ version: EXPORT_VERSION, fields: EXPORTED_FIELDS.map(snakeCaseName).join(" ") }).toEqual({
      version: 6,
      fields:
        "project statement topic topic_stated reasoning domain confidence confidence_stated alternatives assumptions risk_level risks evidence consequences label author id aliases created_at due_at session_id source questions updated_at standing progress linked_pr linked_commit confidence_updates notes captured_in anchors assumption_states",
    });
  });

  it("of version 2, before decisions had a source and questions, can still be imported", async () => {
    const memory = await openMemory();
    await perform(
      captureDecision,
      { statement: "Use queues for mail", confidenceStated: false },
      memory,
      person,
    );
    const file = await exported(memory);
    const older = (await readFile(file, "utf8"))
      .replace('"version":5', '"version":2')
      .replace('"questions":[],', "");
    expect(older).not.toContain("questions");
    await writeFile(file, older);
    const copy = await openMemory();
    expect(await bring(copy, file)).toMatchObject({ problems: [], verified: { ok: true } });
    const { items } = await decisionPage(copy, { scope: "shop" }, 10);
    expect(items).toMatchObject([{ statement: "Use queues for mail", questions: [] }]);
    expect(items[0]?.source).toBeUndefined();
  });

  it("of version 4, before decisions had where they came from, can still be imported", async () => {
    const memory = await fullMemory();
    const file = await exported(memory);
    const older = (await readFile(file, "utf8"))
      .replace('"version":5', '"version":4')
      .replace(/,"capturedIn":\{[^}]*\}/, "");
    expect(older).not.toContain("capturedIn");
    await writeFile(file, older);
    const copy = await openMemory();
    expect(await bring(copy, file)).toMatchObject({ problems: [], verified: { ok: true } });
    const { items } = await decisionPage(copy, { scope: "shop", topic: "mail" }, 10);
    expect(items).toHaveLength(3);
    for (const { capturedIn } of items) expect(capturedIn).toBeUndefined();
  });

  it("of the first release can still be imported", async () => {
    const file = fileURLToPath(new URL("../../support/first-release-export.txt", import.meta.url));
    const written = JSON.parse(await readFile(file, "utf8")) as {
      records: { kind: string; decision: Record<string, unknown> & { id: string; contextHash: string } }[];
    };
    const decisions = written.records.flatMap(({ kind, decision }) =>
      kind === "decision" ? [decision] : [],
    );
    expect(decisions).toHaveLength(3);
    const memory = await openMemory();
    const report = await bring(memory, file);
    expect([report.problems, report.verified?.ok]).toEqual([[], true]);
    for (const decision of decisions) {
      const found = await findDecision(memory, "shop", decision.id);
      const { hashVersion: _, contextHash: __, ...stored } = JSON.parse(JSON.stringify(found)) as Decision;
      const { contextHash: hash, ...rest } = decision;
      expect(stored).toEqual({ ...rest, questions: [] });
      expect(found && contextHash(found, 1)).toBe(hash);
    }
  });

  it("is not verified if anything was lost", async () => {
    const memory = await fullMemory();
    const copy = await openMemory();
    const file = await exported(memory);
    const lossy = async (loss: string) => {
      const empty = await openMemory();
      // After each batch, and so before what was read is compared.
      const isWritten = (statement: string): boolean => statement.startsWith("UPDATE imports SET position");
      const losing = listening(empty, isWritten, () => raw(empty.path, (db) => db.exec(loss)));
      return (await bring(rewired(copy, { memory: losing }), file)).verified;
    };
    expect(await lossy("SELECT 1")).toMatchObject({ ok: true, different: 0 });
    for (const loss of [
      "UPDATE memories SET due_at = NULL WHERE content = 'Use queues for all mail'",
      "UPDATE memories SET body = json_remove(body, '$.risk_level') WHERE content = 'Use queues for all mail'",
      "UPDATE memories SET progress = 'reworked' WHERE content = 'Use queues for all mail'",
      "UPDATE memories SET body = json_remove(body, '$.captured_in.exchange') WHERE content = 'Use queues for all mail'",
      "UPDATE revisions SET body = json_set(body, '$.content', 'x') WHERE seq = 1",
      "DELETE FROM signals",
      "UPDATE adr_files SET text = '' WHERE path = '0001-x.md'",
      "UPDATE proposals SET fed_at = 0 WHERE seq = (SELECT min(seq) FROM proposals)",
      "UPDATE proposals SET body = json_set(body, '$.evidence', json('[]')) WHERE seq = (SELECT min(seq) FROM proposals)",
    ]) {
      expect(await lossy(loss), loss).toMatchObject({ ok: false, different: 1 });
    }
  });

  it("is screened when imported, because anybody may have edited it", async () => {
    const memory = await openMemory();
    await perform(
      captureDecision,
      { statement: "Use the PLACE token", confidenceStated: false },
      memory,
      person,
    );
    const file = await exported(memory);
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("PLACE", token));
    const copy = await openMemory();
    expect((await bring(copy, file)).counts["redacted"]).toBe(1);
    expect((await decisionPage(copy, { scope: "shop" }, 1)).items[0]?.statement).toContain("[redacted:");
  });
});
