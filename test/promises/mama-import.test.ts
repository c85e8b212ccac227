import { describe, expect, it } from "vitest";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { linksInOrder } from "../../src/decisions/sql/link-upkeep.ts";
import { importMama } from "../../src/portability/operations/import-mama.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { writeMama } from "../support/mama-database.ts";
import { everyStateOfMama } from "../support/mama-states.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";

const content = everyStateOfMama();
const [JWT = "", SESSIONS = "", DATABASE = "", CACHE = "", QUEUE = ""] = (content.decisions ?? []).map(
  ({ id }) => String(id),
);

async function imported(): Promise<{ memory: TestMemory; report: Awaited<ReturnType<typeof bring>> }> {
  const memory = await openMemory();
  return { memory, report: await bring(memory) };
}

async function bring(memory: TestMemory) {
  const file = (await folderOfTest()).file("mama-memory.db");
  await writeMama(file, content);
  return perform(importMama, { file, dryRun: false }, memory, callBy({ kind: "human", role: "admin" }));
}

const dataOf = async (memory: TestMemory, tool: string, args: object) =>
  (await succeed(memory, tool, args))["data"] as Json;

describe("MAMA 1.1, 5 Phase 1 and R1: a database of MAMA with everything its tools leave behind", () => {
  it("is imported completely, and verified", async () => {
    const { report } = await imported();
    expect(report).toMatchObject({
      counts: { read: 5 + 4 + 1 + 2, "decision.added": 5, "link.added": 5, "memory.added": 2 },
      verified: { ok: true, different: 0, added: 12 },
    });
  });

  it("has its links in every state", async () => {
    const { memory } = await imported();
    const links = await linksInOrder(memory, "shop", { autoOnly: false, limit: 100 });
    const old = new Map<string, string>();
    for (const alias of [JWT, SESSIONS, DATABASE, CACHE, QUEUE])
      old.set((await findDecision(memory, "shop", alias))?.id ?? "", alias);
    const shown = links.map(({ link: { from, to, relation, state, origin } }) =>
      [old.get(from), relation, old.get(to), state, origin].join(" "),
    );
    expect(new Set(shown)).toEqual(
      new Set([
        `${SESSIONS} supersedes ${JWT} active governed`,
        `${DATABASE} refines ${SESSIONS} active auto`,
        `${DATABASE} refines ${CACHE} pending governed`,
        `${CACHE} contradicts ${QUEUE} active governed`,
        `${QUEUE} refines ${SESSIONS} rejected governed`,
      ]),
    );
    const rejected = links.find(({ link }) => link.state === "rejected")?.link;
    expect(rejected?.reason).toBe("They share a server\nRejected in MAMA: They do not");
  });

  it("shows them to the flat tools under the old ids: pending, in force, and as auto links", async () => {
    const { memory } = await imported();
    const pending = await dataOf(memory, "get_pending_links", { from_id: DATABASE });
    expect(pending["links"]).toMatchObject([
      { reason: "The cache is in front of it", evidence: "src/db.ts" },
    ]);
    expect(await dataOf(memory, "get_pending_links", { from_id: QUEUE })).toMatchObject({ links: [] });
    expect(await dataOf(memory, "scan_auto_links", {})).toMatchObject({ total_links: 5, auto_links: 1 });
    const { text } = await callTool(memory, "recall_decision", { topic: "cache" });
    expect(text).toContain("Two brokers");
  });

  it("has its outcomes, replacements and checkpoints", async () => {
    const { memory } = await imported();
    const outcomes = await Promise.all(
      [JWT, SESSIONS, DATABASE, CACHE].map(async (id) => {
        const found = await findDecision(memory, "shop", id);
        return [found?.standing, found?.outcome?.status];
      }),
    );
    expect(outcomes).toEqual([
      ["superseded", "failure"],
      ["active", undefined],
      ["active", "partial"],
      ["active", "success"],
    ]);
    const recalled = await dataOf(memory, "recall_decision", { topic: "auth_strategy" });
    expect(recalled["supersedes_chain"]).toHaveLength(1);
    expect(await dataOf(memory, "load_checkpoint", {})).toMatchObject({ summary: "Second" });
    expect(await dataOf(memory, "search/recent", { type: "checkpoint" })).toMatchObject({ total: 2 });
  });

  it("keeps the version of its JSON with every memory", async () => {
    const { memory } = await imported();
    const versions = await raw(memory.path, (db) =>
      db.prepare("SELECT DISTINCT json_extract(body, '$.schema_version') AS version FROM memories").all(),
    );
    expect(versions).toEqual([{ version: expect.any(Number) }]);
  });

  it("stays as it is when it is imported again", async () => {
    const { memory } = await imported();
    const before = await linksInOrder(memory, "shop", { autoOnly: false, limit: 100 });
    await bring(memory);
    expect(await linksInOrder(memory, "shop", { autoOnly: false, limit: 100 })).toEqual(before);
  });
});
