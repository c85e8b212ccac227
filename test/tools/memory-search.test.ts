import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/shared/time.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool } from "../support/tools.ts";

interface Item {
  id: string;
  decision: string;
  standing: string;
  supersedes: string[];
  superseded_by: string[];
}

async function decide(memory: TestMemory, title: string, target: string, replaces?: string): Promise<string> {
  const rationale = "because it was measured and discussed at length";
  const reply = replaces
    ? await callTool(memory, "supersede_decision", {
        title,
        target,
        rationale,
        old_decision_ids: [replaces],
      })
    : await callTool(memory, "record_decision", { title, target, rationale });
  memory.clock.advance(60_000);
  return reply.structured["decision_id"] as string;
}

const data = (reply: { structured: Record<string, unknown> }) =>
  reply.structured["data"] as {
    chain: Item[];
    edges: object[];
    reason?: string;
    memories: Item[];
    total: number;
  };

describe("MAMA 1.1: search/by_topic", () => {
  it("gives the evolution chain of a topic, the newest first, with what replaced what", async () => {
    const memory = await openMemory();
    const first = await decide(memory, "Use MySQL", "storage");
    const second = await decide(memory, "Use PostgreSQL", "storage", first);
    await decide(memory, "Use Redis", "cache");
    const { chain, edges } = data(await callTool(memory, "search/by_topic", { topic: "storage" }));
    expect(chain.map(({ id, standing }) => [id, standing])).toEqual([
      [second, "active"],
      [first, "superseded"],
    ]);
    expect(edges).toEqual([{ from: second, to: first, relationship: "supersedes" }]);
  });

  it("follows a replacement under another topic, as deep as it is told", async () => {
    const memory = await openMemory();
    const first = await decide(memory, "Use MySQL", "storage");
    const second = await decide(memory, "Use PostgreSQL", "persistence", first);
    const deep = data(await callTool(memory, "search/by_topic", { topic: "storage" }));
    expect(deep.chain.map(({ id }) => id)).toEqual([second, first]);
    const flat = data(await callTool(memory, "search/by_topic", { topic: "storage", max_depth: 0 }));
    expect(flat.chain.map(({ id }) => id)).toEqual([first]);
  });

  it("answers an unknown topic with an empty chain and the reason", async () => {
    const { chain, reason } = data(
      await callTool(await openMemory(), "search/by_topic", { topic: "nothing" }),
    );
    expect(chain).toEqual([]);
    expect(reason).toContain("matched exactly");
  });
});

describe("MAMA 1.1: search/recent", () => {
  it("lists what was saved last, the newest first, since a day", async () => {
    const memory = await openMemory();
    await decide(memory, "Use MySQL", "storage");
    memory.clock.advance(3 * DAY_MS);
    const since = memory.clock.now().toISOString();
    const fresh = await decide(memory, "Use Redis", "cache");
    expect(data(await callTool(memory, "search/recent", {})).total).toBe(2);
    const recent = data(await callTool(memory, "search/recent", { since }));
    expect(recent.memories.map(({ id }) => id)).toEqual([fresh]);
    expect(data(await callTool(memory, "search/recent", { type: "insight" })).memories).toEqual([]);
  });

  it("refuses a date that is none", async () => {
    const reply = await callTool(await openMemory(), "search/recent", { since: "yesterday-ish" });
    expect(reply.structured).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { field: "since" } },
    });
  });
});
