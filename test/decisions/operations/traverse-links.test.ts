import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEPTH_CAP, linkGraph, TRAVERSAL_DEPTH } from "../../../src/decisions/operations/traverse-links.ts";
import type { LinkEnds, Relation } from "../../../src/decisions/rules/link.ts";
import { addDecision, addDecisionIn } from "../../../src/decisions/sql/decisions.ts";
import { insertLink, linkRow } from "../../../src/decisions/sql/link-rows.ts";
import { linksInOrder, restoreLinks } from "../../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { setClock } from "../../support/clock.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { silentLog } from "../../support/silent-log.ts";

const idOf = (n: number): string => `dec_n${String(n).padStart(3, "0")}`;

async function decide(store: Memory, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await addDecision(store, { decision: decision({ id: idOf(n), topicStated: false }) }, act());
}

/** Approved links with these ends, and no others. */
const keepOnly = (memory: Memory, ends: readonly LinkEnds[]): Promise<void> =>
  memory.write((sql) => {
    sql.run("DELETE FROM links");
    for (const one of ends) insertLink(sql, { ...linkRow(sql, link(one)), state: "active" });
  });

async function join(store: Memory, from: number, to: number, relation: Relation = "refines"): Promise<void> {
  const proposed = link({ from: idOf(from), to: idOf(to), relation });
  await storeLink(store, proposed, act());
  await storeLinkReview(store, "shop", proposed.id, review(), act());
}

/** A chain of decisions, each refining the previous one. */
async function chainOf(length: number): Promise<TestMemory> {
  const memory = await openMemory();
  await decide(memory, length);
  for (let n = 1; n < length; n++) await join(memory, n, n - 1);
  return memory;
}

describe("R7: how far a traversal goes", () => {
  it("is 3 for a topic, 5 for a context, 2 for a decision, and never more than 5", async () => {
    expect(TRAVERSAL_DEPTH).toEqual({ topic: 3, context: 5, decision: 2 });
    const { linkGraph: graph } = await chainOf(9);
    for (const [depth, reach] of [
      [0, 0],
      [TRAVERSAL_DEPTH.decision, 2],
      [TRAVERSAL_DEPTH.topic, 3],
      [TRAVERSAL_DEPTH.context, 5],
      [50, DEPTH_CAP],
    ] as const) {
      const { reached } = await graph.traverse("shop", [idOf(0)], depth);
      expect([...reached.values()]).toEqual(Array.from({ length: reach + 1 }, (_, distance) => distance));
    }
  });

  it("follows links in both directions, of the relations asked for, and only those in force", async () => {
    const memory = await chainOf(3);
    const { memory: store, linkGraph: graph } = memory;
    for (const id of ["dec_p", "dec_q"]) await addDecision(store, { decision: decision({ id }) }, act());
    await storeLink(store, link({ from: idOf(1), to: "dec_p" }), act());
    const opposed = link({ from: "dec_q", to: idOf(1), relation: "contradicts" });
    await storeLink(store, opposed, act());
    await storeLinkReview(store, "shop", opposed.id, review(), act());
    const all = await graph.traverse("shop", [idOf(1)], 1);
    expect(new Set(all.reached.keys())).toEqual(new Set([idOf(0), idOf(1), idOf(2), "dec_q"]));
    expect(all.edges).toHaveLength(3);
    const some = await graph.traverse("shop", [idOf(1)], 1, ["contradicts"]);
    expect(some.edges).toEqual([{ from: "dec_q", to: idOf(1), relation: "contradicts" }]);
  });

  it("reaches exactly what a plain search reaches, on any graph", async () => {
    const memory = await openMemory();
    const nodes = 12;
    await decide(memory, nodes);
    const node = fc.integer({ min: 0, max: nodes - 1 });
    const pairs = fc.uniqueArray(
      fc.tuple(node, node).filter(([a, b]) => a !== b),
      { maxLength: 25, selector: ([a, b]) => `${a}-${b}` },
    );
    await fc.assert(
      fc.asyncProperty(pairs, node, fc.integer({ min: 0, max: 6 }), async (links, start, depth) => {
        const ends = links.map(
          ([from, to]): LinkEnds => ({ from: idOf(from), to: idOf(to), relation: "refines" }),
        );
        await keepOnly(memory, ends);
        const { reached, cut } = await linkGraph(memory, memory.clock).traverse("shop", [idOf(start)], depth);
        expect(reached).toEqual(distances(ends, idOf(start), Math.min(depth, DEPTH_CAP)));
        expect(cut).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("stops at 1,000 decisions, and says that there are more", async () => {
    const memory = await openMemory();
    // One is followed to at most a hundred others.
    const parentOf = (n: number): number => Math.floor((n - 1) / 40);
    const crowd = Array.from({ length: 1_100 }, (_, n) => n);
    await memory.write((sql) => {
      for (const n of crowd)
        addDecisionIn(sql, { decision: decision({ id: idOf(n), topicStated: false }) }, act());
    });
    await keepOnly(
      memory,
      crowd.slice(1).map((n): LinkEnds => ({ from: idOf(parentOf(n)), to: idOf(n), relation: "refines" })),
    );
    const { reached, cut } = await linkGraph(memory, memory.clock).traverse("shop", [idOf(0)], 5);
    expect(reached.size).toBe(1_000);
    expect(cut).toBe(true);
  });
});

function distances(ends: readonly LinkEnds[], start: string, depth: number): Map<string, number> {
  const reached = new Map([[start, 0]]);
  for (let step = 1; step <= depth; step++) {
    const before = new Set(reached.keys());
    for (const { from, to } of ends) {
      if (before.has(from) && !reached.has(to)) reached.set(to, step);
      if (before.has(to) && !reached.has(from)) reached.set(from, step);
    }
  }
  return reached;
}

describe("R7: the cache of traversals", () => {
  const reachedFrom = async (memory: TestMemory, n: number): Promise<number> =>
    (await memory.linkGraph.traverse("shop", [idOf(n)], 2)).reached.size;

  it("answers the same question from the cache, and counts hits", async () => {
    const memory = await chainOf(3);
    expect(memory.linkGraph.usage()).toEqual({ hits: 0, misses: 0, hitRate: undefined });
    await reachedFrom(memory, 0);
    await reachedFrom(memory, 0);
    await memory.linkGraph.traverse("shop", [idOf(0)], 1);
    expect(memory.linkGraph.usage()).toEqual({ hits: 1, misses: 2, hitRate: 1 / 3 });
  });

  it("drops entries after five minutes", async () => {
    const memory = await chainOf(2);
    await reachedFrom(memory, 0);
    memory.clock.set(new Date(memory.clock.now().getTime() + 5 * 60_000 - 1));
    await reachedFrom(memory, 0);
    expect(memory.linkGraph.usage().hits).toBe(1);
    memory.clock.set(new Date(memory.clock.now().getTime() + 1));
    await reachedFrom(memory, 0);
    expect(memory.linkGraph.usage()).toMatchObject({ hits: 1, misses: 2 });
  });

  it("keeps the hundred most recently used", async () => {
    const memory = await openMemory();
    await decide(memory, 1);
    const graph = linkGraph(memory, setClock(DAY));
    await graph.traverse("shop", ["dec_first"], 1);
    for (let n = 0; n < 99; n++) await graph.traverse("shop", [`dec_${n}`], 1);
    await graph.traverse("shop", ["dec_first"], 1);
    await graph.traverse("shop", ["dec_one_more"], 1);
    expect(graph.usage().hits).toBe(1);
    await graph.traverse("shop", ["dec_first"], 1);
    expect(graph.usage().hits).toBe(2);
    await graph.traverse("shop", ["dec_0"], 1);
    expect(graph.usage().hits).toBe(2);
  });

  it("drops only the entries that a new link affects", async () => {
    const memory = await chainOf(3);
    for (const id of ["dec_x", "dec_y", "dec_z"])
      await addDecision(memory, { decision: decision({ id }) }, act());
    await reachedFrom(memory, 0);
    await memory.linkGraph.traverse("shop", ["dec_x"], 2);
    const toY = link({ from: "dec_x", to: "dec_y" });
    await storeLink(memory, toY, act());
    await addOutcome(memory, "shop", idOf(0), outcome(1), act());
    await memory.linkGraph.traverse("shop", ["dec_x"], 2);
    expect(memory.linkGraph.usage().hits).toBe(1);
    await storeLinkReview(memory, "shop", toY.id, review(), act());
    expect((await memory.linkGraph.traverse("shop", ["dec_x"], 2)).reached.has("dec_y")).toBe(true);
    expect(memory.linkGraph.usage().hits).toBe(1);
    await reachedFrom(memory, 0);
    expect(memory.linkGraph.usage().hits).toBe(2);
  });

  it("notices links, replacements and erasures by another process", async () => {
    const memory = await chainOf(3);
    const other = await openMemoryFile(memory.path, silentLog);
    expect(await reachedFrom(memory, 2)).toBe(3);
    await addDecision(
      other,
      {
        decision: decision({ id: "dec_new" }),
        supersedes: [{ ref: idOf(2), linkId: "lnk_replacing" }],
      },
      act(),
    );
    expect(await reachedFrom(memory, 2)).toBe(4);
    await eraseDecision(other, "shop", idOf(0), act());
    expect(await reachedFrom(memory, 2)).toBe(3);
    await other.close();
  });

  it("drops everything when links changed in bulk", async () => {
    const memory = await chainOf(3);
    await reachedFrom(memory, 0);
    const placed = await linksInOrder(memory, "shop", { autoOnly: false, limit: 9 });
    const moved = placed.map(({ link, place }) => ({
      link: { ...link, id: `${link.id}x`, from: link.to, to: link.from },
      place,
    }));
    await restoreLinks(memory, "shop", "cln_1", moved, act());
    expect((await memory.linkGraph.traverse("shop", [idOf(0)], 2)).edges).toHaveLength(4);
    expect(memory.linkGraph.usage().hits).toBe(0);
  });
});
