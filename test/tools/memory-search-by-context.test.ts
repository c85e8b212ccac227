import { describe, expect, it } from "vitest";
import { openMemory } from "../support/memory.ts";
import { type Json, succeed } from "../support/tools.ts";

const SEARCH = "memory_search_by_context";

async function saved(memory: Awaited<ReturnType<typeof openMemory>>, decision: string, topic: string) {
  const { data } = await succeed(memory, "memory_save_decision", {
    topic,
    decision,
    reasoning: "It was weighed against the other way.",
  });
  return String((data as Json)["decision_id"]);
}

async function linked(memory: Awaited<ReturnType<typeof openMemory>>, from: string, to: string) {
  const ends = { from_id: from, to_id: to, relationship: "refines" };
  await succeed(memory, "propose_link", { ...ends, reason: "It says in detail how to do it" });
  await succeed(memory, "approve_link", ends);
}

describe("MAMA 1.1: search/by_context", () => {
  it("takes other wordings, and finds decisions and notes by them", async () => {
    const memory = await openMemory();
    const zebra = await saved(memory, "Stable the striped zebra beside the quiet river", "zebra");
    const insight = await succeed(memory, "memory_save_insight", { content: "The striped zebra likes rain" });
    const query = "Which animal sleeps outdoors";
    const found = async (args: Json): Promise<unknown[]> => {
      const { data } = await succeed(memory, SEARCH, { query, ...args });
      return (data as { memories: Json[] }).memories.map(({ id }) => id);
    };
    expect(await found({})).toEqual([]);
    expect(new Set(await found({ also: ["striped zebra"] }))).toEqual(
      new Set([zebra, (insight["data"] as Json)["insight_id"]]),
    );
    const suggested = { userQuestion: query, also: ["striped zebra"] };
    const { data } = await succeed(memory, "suggest_decision", suggested);
    expect((data as { suggestions: Json[] }).suggestions).toMatchObject([{ id: zebra }]);
  });

  it("also shows where approved links lead from what it found, the nearest first, and no further than five", async () => {
    const memory = await openMemory();
    const ids: string[] = [];
    for (const [topic, decision] of [
      ["zebra", "Stable the striped zebra beside the quiet river"],
      ["fence", "Paint wooden fences green"],
      ["gate", "Close iron gates at dusk"],
    ] as const)
      ids.push(await saved(memory, decision, topic));
    const [zebra = "", fence = "", gate = ""] = ids;
    await linked(memory, zebra, fence);
    await linked(memory, fence, gate);
    const { data } = await succeed(memory, SEARCH, { query: "striped zebra" });
    const { memories, linked: reached } = data as { memories: Json[]; linked: Json[] };
    expect(memories.map(({ id }) => id)).toEqual([zebra]);
    expect(reached.map(({ id, links_away }) => [id, links_away])).toEqual([
      [fence, 1],
      [gate, 2],
    ]);
  });

  it("says nothing of links that nobody approved", async () => {
    const memory = await openMemory();
    const zebra = await saved(memory, "Stable the striped zebra beside the quiet river", "zebra");
    const fence = await saved(memory, "Paint wooden fences green", "fence");
    await succeed(memory, "propose_link", {
      from_id: zebra,
      to_id: fence,
      relationship: "refines",
      reason: "It says in detail how to do it",
    });
    const { data } = await succeed(memory, SEARCH, { query: "striped zebra" });
    expect(data).not.toHaveProperty("linked");
  });
});
