import { describe, expect, it } from "vitest";
import { decisionPage } from "../../src/decisions/sql/decisions.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, succeed } from "../support/tools.ts";

const DECISION = {
  topic: "auth_strategy",
  decision: "Authenticate users with tokens",
  reasoning: "The mobile app cannot keep cookies.\nSessions would need a store.",
};
const WHY = "  Why: The mobile app cannot keep cookies. ⏎ Sessions would need a store.";

/** The tools that answer with decisions, and what they are asked. */
const ASKED: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["recall_decision", { topic: "auth_strategy" }],
  ["list_decisions", {}],
  ["suggest_decision", { userQuestion: "How do we authenticate users?" }],
  ["search/by_topic", { topic: "auth_strategy" }],
  ["search/by_context", { query: "How do we authenticate users?" }],
  ["search/recent", {}],
];

async function save(memory: TestMemory, args: object): Promise<void> {
  await succeed(memory, "save/decision", { ...DECISION, ...args });
  memory.clock.advance(60_000);
}

describe("CONTRACTS 3, for MAMA 2 and MAMA 1.1 4.1: the text is enough by itself", () => {
  it.each(ASKED)("%s has the reasoning of each decision, on a line of its own", async (tool, args) => {
    const memory = await openMemory();
    await save(memory, {});
    const { text } = await callTool(memory, tool, args);
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.includes(DECISION.decision));
    expect(lines[at + 1]).toBe(WHY);
  });

  it.each(ASKED)(
    "%s stays under 10,000 characters, and says what was left out and how to read it",
    async (tool, args) => {
      const memory = await openMemory();
      for (let n = 0; n < 12; n++)
        await save(memory, {
          decision: `Authenticate users in way ${n}`,
          reasoning: `Reason ${n}. `.repeat(1_500),
        });
      const { text, structured } = await callTool(memory, tool, args);
      expect(text.length).toBeLessThanOrEqual(10_000);
      expect(text).toMatch(/ {2}Why: Reason \d+\./);
      const omitted = structured["omitted"] as string[];
      expect(omitted).toEqual([
        expect.stringMatching(/^data\.\w+ was cut by [\d,]+ characters\.$/),
        ...omitted.slice(1, -1),
        "memory_load_context has one decision completely.",
      ]);
      for (const sentence of omitted) expect(text).toContain(sentence);
    },
  );

  it("has the reasoning of linked decisions, too", async () => {
    const memory = await openMemory();
    await save(memory, {});
    await save(memory, {
      topic: "token_lifetime",
      decision: "One hour",
      reasoning: "A stolen one expires soon",
    });
    const [newer, older] = (await decisionPage(memory, { scope: "shop" }, 2)).items;
    const link = { from_id: newer?.id, to_id: older?.id, relationship: "refines" };
    await succeed(memory, "propose_link", { ...link, reason: "It says how long" });
    await succeed(memory, "approve_link", link);
    for (const tool of ["recall_decision", "search/by_topic"]) {
      const { text } = await callTool(memory, tool, { topic: "auth_strategy" });
      expect(text).toContain("  Why: A stolen one expires soon");
    }
  });
});
