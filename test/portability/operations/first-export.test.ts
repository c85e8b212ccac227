import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { restoreLinkBackup } from "../../../src/decisions/operations/clean-up-links.ts";
import type { Link } from "../../../src/decisions/rules/link.ts";
import { linksInOrder } from "../../../src/decisions/sql/link-upkeep.ts";
import { exportJson } from "../../../src/portability/operations/export-json.ts";
import { importJson } from "../../../src/portability/operations/import-json.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import { exportRecords } from "../../../src/portability/sql/exports.ts";
import { beginImport, verifyImport, writeImport } from "../../../src/portability/sql/imports.ts";
import { latestCheckpoint } from "../../../src/sessions/sql/notes.ts";
import { actOf, perform } from "../../../src/shared/operations/operation.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

/** Written by version 0.1.0, from a memory with notes and links of every origin. */
const FIRST_EXPORT = fileURLToPath(new URL("released/export-0.1.0.json", import.meta.url));
const FIRST_BACKUP = fileURLToPath(
  new URL("../../decisions/operations/released/links-backup-0.1.0.json", import.meta.url),
);

const person = callBy({ kind: "human", name: "somebody", role: "admin" });
const somebody = { kind: "human", name: "somebody" };
const at = (ms: number): Date => new Date(Date.UTC(2025, 10, 20) + ms);
const NOW = new Date("2026-02-12T10:30:00.000Z");

async function records({ memory: store }: TestMemory): Promise<readonly ImportedRecord[]> {
  const found: ImportedRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await exportRecords(store, "shop", cursor, 100);
    found.push(...page.records.filter((record) => record.kind !== "guidance"));
    cursor = page.cursor;
    if (cursor === undefined) return found;
  }
}

const linksOf = async (memory: TestMemory): Promise<Link[]> =>
  (await records(memory)).flatMap((record) => (record.kind === "link" ? [record.link] : []));

const ends = { project: "shop", reviews: [], state: "active" };
const LINKS = [
  {
    ...ends,
    ...{ id: "lnk_000005", from: "dec_000001", to: "dec_000002", relation: "refines", origin: "governed" },
    reason: "The same session",
    evidence: "Commit 1234567",
    contextDecision: "deploy",
    proposedBy: { kind: "human", name: "MAMA user" },
    proposedAt: at(5),
    sourceFacts: { relation: "builds_on", weight: 0.7, approvedAt: at(9) },
  },
  {
    ...ends,
    ...{ id: "lnk_000006", from: "dec_000002", to: "dec_000003", relation: "refines", origin: "auto" },
    reason: "Refines previous approach (similarity: 0.81)",
    proposedBy: { kind: "human", name: "MAMA user" },
    proposedAt: at(6),
  },
  {
    ...ends,
    ...{ id: "lnk_000012", from: "dec_000011", to: "dec_000010", relation: "refines", origin: "memory" },
    reason: "One worker reads the queue",
    evidence: "The deployment",
    contextDecision: "dec_000011",
    proposedBy: somebody,
    proposedAt: NOW,
    reviews: [{ verdict: "approved", by: somebody, client: "test-agent/1.0", how: "typed", at: NOW }],
  },
  {
    ...ends,
    ...{ id: "lnk_suggested", from: "dec_000010", to: "dec_000011", relation: "contradicts" },
    ...{ state: "pending", origin: "memory", suggestedBy: 0.83 },
    reason: "Both speak of mail",
    proposedBy: { kind: "agent", name: "coding-agent" },
    proposedAt: new Date("2026-03-01T09:00:00.000Z"),
  },
  {
    ...ends,
    ...{ id: "lnk_000014", from: "dec_000013", to: "dec_000010", relation: "supersedes", origin: "memory" },
    reason: "",
    proposedBy: { kind: "agent", name: "membria" },
    proposedAt: NOW,
  },
];

const NOTES = [
  {
    type: "checkpoint",
    checkpoint: {
      id: "chk_000007",
      aliases: ["mama-checkpoint-1-1763596800007"],
      project: "shop",
      summary: "Goal: the import. Evidence: Verified.",
      openFiles: ["src/a.ts"],
      nextSteps: "Go on",
      author: { kind: "agent", name: "MAMA agent" },
      createdAt: at(7),
      sourceFacts: { recentConversation: ["What now?", "The import."], status: "archived" },
    },
  },
  {
    type: "insight",
    insight: {
      id: "ins_000008",
      aliases: ["server-memory/Billing/e0c146f8e7c348fe"],
      project: "shop",
      content: "It sends invoices at night",
      continued: ["and again in the morning"],
      topic: "Billing",
      category: "service",
      tags: [],
      source: "server-memory",
      author: { kind: "agent", name: "server-memory agent" },
      createdAt: NOW,
    },
  },
  {
    type: "checkpoint",
    checkpoint: {
      id: "chk_000015",
      aliases: [],
      project: "shop",
      summary: "The queue works",
      openFiles: ["src/queue.ts"],
      nextSteps: "Measure it",
      head: "0123456789abcdef0123456789abcdef01234567",
      author: somebody,
      createdAt: NOW,
    },
  },
  {
    type: "insight",
    insight: {
      id: "ins_000016",
      aliases: [],
      project: "shop",
      content: "Queues hide failures",
      topic: "mail",
      category: "operations",
      tags: ["queue", "mail"],
      source: "incident 7",
      author: somebody,
      createdAt: NOW,
    },
  },
  {
    type: "context",
    context: {
      id: "ctx_000001",
      project: "shop",
      context: "deciding",
      confidence: 0.9,
      author: somebody,
      at: NOW,
    },
  },
];

const bring = (memory: TestMemory, file: string) => perform(importJson, { file }, memory, person);

async function imported(): Promise<TestMemory> {
  const memory = await openMemory();
  const report = await bring(memory, FIRST_EXPORT);
  expect(report.problems).toEqual([]);
  expect(report.verified?.ok).toBe(true);
  return memory;
}

describe("An export of version 0.1.0", () => {
  it("is imported with everything about links and notes", async () => {
    const memory = await imported();
    expect(await linksOf(memory)).toEqual(LINKS);
    const found = (await records(memory)).flatMap((one) => (one.kind === "memory" ? [one.memory] : []));
    expect(found).toEqual(NOTES);
    expect((await latestCheckpoint(memory, "shop"))?.id).toBe("chk_000015");
    expect(await bring(memory, FIRST_EXPORT)).toMatchObject({ run: undefined });
  });

  it("is exported again in the current format without loss", async () => {
    const memory = await imported();
    const file = (await folderOfTest()).file("memory.json");
    await perform(exportJson, { file }, memory, person);
    const copy = await openMemory();
    expect(await bring(copy, file)).toMatchObject({ problems: [], verified: { ok: true } });
    expect(await records(copy)).toEqual(await records(memory));
  });

  it.each([
    "UPDATE links SET body = json_set(body, '$.weight', 0.6) WHERE id = 'lnk_000005'",
    "UPDATE links SET body = json_remove(body, '$.evidence') WHERE id = 'lnk_000005'",
    "UPDATE links SET body = json_set(body, '$.reviews', json('[]')) WHERE id = 'lnk_000012'",
    "UPDATE links SET at = at + 1 WHERE id = 'lnk_000012'",
    "UPDATE links SET from_id = to_id, to_id = from_id WHERE id = 'lnk_suggested'",
    "UPDATE memories SET body = json_set(body, '$.status', 'active') WHERE id = 'chk_000007'",
    "UPDATE memories SET created_at = created_at + 1 WHERE id = 'chk_000015'",
    "UPDATE memories SET body = json_remove(body, '$.rest') WHERE id = 'ins_000008'",
    "DELETE FROM aliases WHERE memory_id = 'ins_000008'",
    "UPDATE memories SET body = json_set(body, '$.confidence', 0.1) WHERE id = 'ctx_000001'",
  ])("is not verified if one thing differs: %s", async (damage) => {
    const source = await records(await imported());
    const memory = await openMemory();
    const act = actOf(memory, person);
    const run = { id: "imp_a", project: "shop", kind: "json", source: "x", fingerprint: "x" } as const;
    await beginImport(memory, run, act);
    await writeImport(memory, "shop", { run: run.id, records: source, position: "1", counts: {} }, act);
    const verified = () => verifyImport(memory, "shop", run.id, () => {});
    expect(await verified()).toMatchObject({ ok: true, records: source.length });
    await raw(memory.path, (db) => db.exec(damage));
    expect(await verified()).toMatchObject({ ok: false, different: 1 });
  });
});

describe("A backup of links of version 0.1.0", () => {
  it("restores every link as it was, in its place", async () => {
    const memory = await imported();
    await raw(memory.path, (db) => db.exec("DELETE FROM links"));
    const report = await perform(restoreLinkBackup, { backup: FIRST_BACKUP }, memory, person);
    expect(report).toMatchObject({ restored: 5, present: 0, gone: 0 });
    expect(await linksOf(memory)).toEqual(LINKS);
    const placed = await linksInOrder(memory, "shop", { autoOnly: false, limit: 9 });
    expect(placed.map(({ place }) => place)).toEqual(["1", "2", "3", "4", "5"]);
  });
});
