import { describe, expect, it } from "vitest";
import { retractDecision } from "../../src/learning/operations/correct-decisions.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { describeTool } from "../../src/tools/inventory.ts";
import { ACCEPT, PERSON, proposed, RECORD, recorded, SUPERSEDE } from "../support/agent-memory.ts";
import { callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, succeed, toolNamed } from "../support/tools.ts";

const text = (minLength: number) => expect.objectContaining({ type: "string", minLength });
const texts = expect.objectContaining({ type: "array", items: expect.objectContaining({ type: "string" }) });
const CONSEQUENCES = expect.objectContaining({ type: "array", default: [] });

describe("Agent Memory, the schemas of its tools", () => {
  it.each([
    [
      RECORD,
      { title: text(1), target: text(1), rationale: text(10), consequences: CONSEQUENCES },
      ["title", "target", "rationale"],
    ],
    [
      SUPERSEDE,
      {
        title: text(1),
        target: text(1),
        rationale: text(15),
        old_decision_ids: texts,
        consequences: CONSEQUENCES,
      },
      // Title and target are needed too, unless a decision on record takes the place of the old ones.
      ["rationale", "old_decision_ids"],
    ],
    [
      "search_decisions",
      {
        query: text(1),
        limit: expect.objectContaining({ type: "integer", minimum: 1, maximum: 20, default: 5 }),
        mode: expect.objectContaining({ enum: ["strict", "balanced", "audit"], default: "balanced" }),
      },
      ["query"],
    ],
    [ACCEPT, { proposal_id: expect.objectContaining({ type: "string" }) }, ["proposal_id"]],
  ])(
    "%s has every argument of the document, its limits, defaults and what it needs",
    (name, properties, required) => {
      const schema = toolNamed(name).inputSchema;
      expect(schema).toMatchObject({ type: "object", properties, required });
    },
  );

  it("record_decision describes its arguments", () => {
    const { properties } = toolNamed(RECORD).inputSchema as {
      properties: Record<string, { description?: string }>;
    };
    for (const name of ["title", "target", "rationale"]) expect(properties[name]?.description).toBeTruthy();
  });

  it("each tool is listed under its own name, which is portable already", () => {
    for (const name of [RECORD, SUPERSEDE, "search_decisions", ACCEPT]) {
      expect(describeTool(toolNamed(name)).name).toBe(name);
      expect(describeTool(toolNamed(name), "canonical").name).toBe(name);
    }
  });
});

describe("Agent Memory, the document's responses", () => {
  it("every answer has the status success or error, and a message", async () => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    memory.clock.advance(HOUR_MS);
    const id = await recorded(memory, { target: "queue" });
    const replacing = {
      title: "Queue in Redis",
      target: "queue",
      rationale: "It is there already.",
      old_decision_ids: [id],
    };
    const calls = [
      [RECORD, { title: "Use Kafka", target: "events", rationale: "Others use it, too." }],
      [SUPERSEDE, replacing],
      ["search_decisions", { query: "cache" }],
      [ACCEPT, { proposal_id }],
    ] as const;
    for (const [name, args] of calls) {
      expect(await succeed(memory, name, args, { role: "admin" })).toMatchObject({
        status: "success",
        message: expect.any(String),
      });
      const { structured } = await callTool(memory, name, { ...args, no_such: 1 }, { role: "admin" });
      expect(structured).toMatchObject({ status: "error", message: expect.any(String), code: "invalid" });
    }
  });

  it("SearchResponse: each result has id, score, status, preview and kind", async () => {
    const memory = await openMemory();
    const id = await recorded(memory, { title: "Stable the zebra beside the river" });
    const { results } = await succeed(memory, "search_decisions", { query: "stable the zebra" });
    expect(results).toEqual([
      expect.objectContaining({
        id,
        score: expect.any(Number),
        status: "active",
        preview: expect.stringMatching(/^Stable the zebra/),
        kind: "decision",
      }),
    ]);
  });
});

describe("Agent Memory, search and ranking policy", () => {
  const ZEBRA = "Stable the striped zebra";
  const searched = async (memory: TestMemory, mode: string): Promise<unknown[]> => {
    const { results } = await succeed(memory, "search_decisions", { query: ZEBRA, mode });
    return (results as { id: string; status: string }[]).map(({ id, status }) => [id, status]);
  };

  it("a draft stands for its target where the person retracted what held; strict returns neither, audit both", async () => {
    const memory = await openMemory();
    const theirs = await recorded(memory, { title: ZEBRA, target: "zebra" }, PERSON);
    const draft = {
      topic: "zebra",
      decision: "Let a zebra run free",
      reasoning: "It is striped and likes it",
    };
    const { data } = await succeed(memory, "save_decision", draft);
    const { decision_id } = data as { decision_id: string };
    await perform(retractDecision, { ref: theirs }, memory, callBy(PERSON));
    expect(await searched(memory, "balanced")).toEqual([[decision_id, "draft"]]);
    expect(await searched(memory, "strict")).toEqual([]);
    expect(await searched(memory, "audit")).toEqual([
      [theirs, "deprecated"],
      [decision_id, "draft"],
    ]);
  });

  it("guarantees 1 and 2: what holds stands above what it replaced, which strict leaves out", async () => {
    const memory = await openMemory();
    const old = await recorded(memory, { title: ZEBRA, target: "stable" });
    const { decision_id: head } = await succeed(memory, SUPERSEDE, {
      title: "Lend the animals to a circus",
      target: "animals",
      rationale: "The circus pays well for them.",
      old_decision_ids: [old],
    });
    expect(await searched(memory, "balanced")).toEqual([
      [head, "active"],
      [old, "superseded"],
    ]);
    expect(await searched(memory, "strict")).toEqual([[head, "active"]]);
  });

  it("guarantee 4: of two that match alike, the person's has 0.1 more", async () => {
    const memory = await openMemory();
    const theirs = await recorded(memory, { title: ZEBRA, target: "a" }, PERSON);
    const agents = await recorded(memory, { title: ZEBRA, target: "b" });
    const { results } = await succeed(memory, "search_decisions", { query: ZEBRA });
    const scores = new Map((results as { id: string; score: number }[]).map(({ id, score }) => [id, score]));
    expect((scores.get(theirs) ?? 0) - (scores.get(agents) ?? 0)).toBeCloseTo(0.1, 2);
  });
});
