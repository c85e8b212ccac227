import { describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { act, decision } from "../support/decisions.ts";
import { legacyLinks } from "../support/links.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, type Json, succeed, toolNamed } from "../support/tools.ts";

const save = (memory: TestMemory, n: number) =>
  succeed(memory, "save/decision", {
    topic: `storage_${n}`,
    decision: n === 0 ? "Stable the striped zebra" : `Use store number ${n}`,
    reasoning: "It is faster",
  });

/** Seven decisions, each replacing the one before under another topic. */
async function replacements(memory: TestMemory): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    const old = ids.at(-1);
    const args = { topic: `storage_${n}`, decision: `Use store number ${n}`, reasoning: "It is faster" };
    const { data } = await (old
      ? succeed(memory, "evolve/supersede", { ...args, old_decision_id: old })
      : save(memory, n));
    ids.push((data as { decision_id: string }).decision_id);
    memory.clock.advance(60_000);
  }
  return ids;
}

/** Seven decisions, each refining the one before. */
async function refinements(memory: TestMemory): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { data } = await save(memory, n);
    const from_id = (data as { decision_id: string }).decision_id;
    const link = { from_id, to_id: ids.at(-1), relationship: "refines" };
    ids.push(from_id);
    if (n === 0) continue;
    await succeed(memory, "propose_link", { ...link, reason: "It says how" });
    await succeed(memory, "approve_link", link);
  }
  return ids;
}

/** The tools that follow links, their argument for the depth, the default of the document, and what they reach. */
const TOOLS = [
  ["search/by_topic", "max_depth", 3, () => ({ topic: "storage_0" }), "chain", replacements],
  ["search/by_context", "depth", 5, () => ({ query: "striped zebra" }), "linked", refinements],
  ["load/context", "depth", 2, ([first]: string[]) => ({ decision_id: first }), "related", refinements],
] as const;

describe.each(TOOLS)("MAMA 1.1, R7: %s with %s", (tool, argument, usual, args, field, chain) => {
  /** How many decisions away from the first one it got. */
  async function reach(depth?: number): Promise<{ links: number; text: string; notices: string[] }> {
    const memory = await openMemory();
    const ids = await chain(memory);
    const given = { ...args(ids), ...(depth !== undefined && { [argument]: depth }) };
    const { structured, text, fault } = await callTool(memory, tool, given);
    expect(fault, text).toBeUndefined();
    const found = ((structured["data"] as Json)[field] ?? []) as { id: string }[];
    const links = Math.max(0, ...found.map(({ id }) => ids.indexOf(id)));
    return { links, text, notices: (structured["notices"] ?? []) as string[] };
  }

  it(`follows links ${usual} deep by default`, async () => {
    const { links, text } = await reach();
    expect(links).toBe(usual);
    expect(text).not.toContain("reduced");
    const { properties } = toolNamed(tool).inputSchema as { properties: Record<string, Json> };
    expect(properties[argument]).toMatchObject({ default: usual });
  });

  it.each([0, 1, 5])("follows them %i deep when told to", async (depth) => {
    const { links, text } = await reach(depth);
    expect(links).toBe(depth);
    expect(text).not.toContain("reduced");
  });

  it("reduces more than 5 to 5, and says so", async () => {
    const { links, text, notices } = await reach(6);
    expect(links).toBe(5);
    expect(notices).toContain(
      `${argument} was 6 and was reduced to 5: links are not followed further than that.`,
    );
    expect(text).toContain(`${argument} was 6 and was reduced to 5`);
  });

  it.each([-1, 1.5, "2"])("refuses %j", async (depth) => {
    const { structured } = await callTool(await openMemory(), tool, {
      ...args(["dec_1"]),
      [argument]: depth,
    });
    expect(structured).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { field: argument, provided: depth } },
    });
  });
});

describe("MAMA 1.1, R7: the budget", () => {
  // That it takes under 100 ms is measured by `npm run bench links`.
  it("reaches what is near among 500 decisions and 1,500 links", async () => {
    const memory = await openMemory();
    const id = (n: number): string => `dec_${n % 500}`;
    for (let n = 0; n < 500; n++) await addDecision(memory, { decision: decision({ id: id(n) }) }, act());
    const pairs = Array.from(
      { length: 1_500 },
      (_, n) => [id(n), id(n + 1 + 7 * Math.floor(n / 500))] as const,
    );
    await restoreLinks(memory, "shop", "cln_0", legacyLinks(pairs), act());
    for (const start of [3, 100, 250, 400, 499]) {
      const { reached } = await memory.linkGraph.traverse("shop", [id(start)], 5);
      expect(reached.size).toBeGreaterThan(50);
    }
  });
});
