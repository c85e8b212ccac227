import { describe, expect, it } from "vitest";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { LIMITS } from "../../src/shared/text.ts";
import { PERSON, RECORD, recorded, refused } from "../support/agent-memory.ts";
import { openMemory } from "../support/memory.ts";
import { callTool, type Json, succeed, toolNamed } from "../support/tools.ts";

const EXAMPLE = {
  title: "Use PostgreSQL for orders",
  target: "database_policy",
  rationale: "Orders need transactions across tables.",
};

const DECISION_RESPONSE = {
  status: "success",
  message: "Recorded as dec_000001.",
  decision_id: "dec_000001",
  target: "database_policy",
  superseded: [],
  conflicts_with: [],
};

describe("Agent Memory 1: record_decision", () => {
  it("answers with a DecisionResponse, and its text says the same", async () => {
    const memory = await openMemory();
    const { structured, text } = await callTool(memory, RECORD, EXAMPLE);
    expect(structured).toEqual(DECISION_RESPONSE);
    expect(text).toBe("Recorded as dec_000001.");
  });

  it("keeps every argument, without a confidence that nobody stated, as an agent's", async () => {
    const memory = await openMemory();
    await succeed(memory, RECORD, { ...EXAMPLE, consequences: ["A server to run", "Backups"] });
    expect(await findDecision(memory, "shop", "dec_000001")).toMatchObject({
      statement: EXAMPLE.title,
      topic: EXAMPLE.target,
      topicStated: true,
      reasoning: EXAMPLE.rationale,
      domain: "database",
      consequences: ["A server to run", "Backups"],
      confidenceStated: false,
      alternatives: [],
      author: { kind: "agent", name: "test-agent" },
      standing: "active",
    });
    expect((await findDecision(memory, "shop", "dec_000001"))?.confidence).toBeUndefined();
  });

  it("has no consequences unless they are given", async () => {
    const memory = await openMemory();
    await succeed(memory, RECORD, EXAMPLE);
    expect((await findDecision(memory, "shop", "dec_000001"))?.consequences).toEqual([]);
    expect(toolNamed(RECORD).inputSchema).toMatchObject({
      required: ["title", "target", "rationale"],
      properties: {
        title: { type: "string", minLength: 1 },
        target: { type: "string", minLength: 1 },
        rationale: { type: "string", minLength: 10 },
        consequences: { type: "array", items: { type: "string" }, default: [] },
      },
    });
  });

  it("stores a second decision about a target and names the other one, which goes on holding", async () => {
    const memory = await openMemory();
    const first = await recorded(memory, { target: "cache" });
    const reply = await succeed(memory, RECORD, { ...EXAMPLE, target: "cache" });
    expect(reply).toMatchObject({ conflicts_with: [first], superseded: [] });
    expect(reply["message"]).toContain(first);
    expect(reply["message"]).toContain("supersede_decision");
    expect((await findDecision(memory, "shop", first))?.standing).toBe("active");
  });

  it("advises to ask the person about a decision of theirs, which supersede_decision would refuse to replace", async () => {
    const memory = await openMemory();
    const theirs = await recorded(memory, { target: "cache" }, PERSON);
    const advice = (reply: Json) =>
      String(reply["message"]).slice(String(reply["message"]).indexOf("Another"));
    const reply = await succeed(memory, RECORD, { ...EXAMPLE, target: "cache" });
    expect(reply["conflicts_with"]).toEqual([theirs]);
    expect(advice(reply)).toBe(
      `Another decision on "cache" holds as well, and a person made it: ${theirs}. Ask the person, who can replace ${theirs} at a terminal.`,
    );
    const mixed = await succeed(memory, RECORD, {
      ...EXAMPLE,
      title: "Cache in the process",
      target: "cache",
    });
    expect(advice(mixed)).toContain(`${reply["decision_id"]}. supersede_decision replaces it.`);
    expect(advice(mixed)).not.toMatch(/`|membria /);
    const person = await succeed(
      memory,
      RECORD,
      { ...EXAMPLE, title: "Cache twice", target: "cache" },
      PERSON,
    );
    expect(advice(person)).not.toContain("Ask the person");
  });

  it("names no decision of another target, of another project, or whose topic was only derived", async () => {
    const memory = await openMemory();
    await recorded(memory, { target: "queue" });
    await recorded(memory, { target: "orders_redis" }, { project: "depot" });
    await succeed(memory, "membria_capture_decision", {
      statement: "Orders in Redis",
      alternatives: ["MySQL"],
      confidence: 0.5,
    });
    expect((await findDecision(memory, "shop", "dec_000003"))?.topic).toBe("orders_redis");
    expect(await succeed(memory, RECORD, { ...EXAMPLE, target: "orders_redis" })).toMatchObject({
      conflicts_with: [],
    });
  });

  it("answers a repetition with the first one and says so", async () => {
    const memory = await openMemory();
    await succeed(memory, RECORD, EXAMPLE);
    expect(await succeed(memory, RECORD, EXAMPLE)).toMatchObject({
      decision_id: "dec_000001",
      message: expect.stringContaining("nothing was stored again"),
      conflicts_with: [],
    });
  });

  it.each([
    ["title", 1, LIMITS.statement],
    ["target", 1, LIMITS.name],
    ["rationale", 10, LIMITS.text],
  ] as const)("takes a %s of %i to %i characters", async (field, min, max) => {
    const memory = await openMemory();
    for (const length of [min, max])
      await succeed(memory, RECORD, { ...EXAMPLE, [field]: "x".repeat(length) });
    for (const length of [min - 1, max + 1]) {
      const { code, message } = await refused(memory, RECORD, { ...EXAMPLE, [field]: "x".repeat(length) });
      expect(code).toBe("invalid");
      expect(message).toContain(field);
    }
  });

  it.each(["title", "target", "rationale"])("needs %s", async (field) => {
    const memory = await openMemory();
    const { [field as keyof typeof EXAMPLE]: _, ...rest } = EXAMPLE;
    expect(await refused(memory, RECORD, rest)).toMatchObject({
      code: "invalid",
      message: expect.stringContaining(`${field} is required`),
    });
  });

  it.each([
    ["a number for a title", { title: 7 }, "title must be a string"],
    ["consequences that are no list", { consequences: "none" }, "consequences must be an array"],
    ["an empty consequence", { consequences: [""] }, "consequences.0 must not be empty"],
    ["an unknown argument", { confidence: 0.8 }, "Unknown argument 'confidence'"],
  ])("refuses %s, and stores nothing", async (_, args, said) => {
    const memory = await openMemory();
    expect(await refused(memory, RECORD, { ...EXAMPLE, ...args })).toMatchObject({
      code: "invalid",
      message: expect.stringContaining(said),
    });
    expect(await memory.position()).toBe(0);
  });

  it("says what screening changed", async () => {
    const memory = await openMemory();
    expect(await succeed(memory, RECORD, { ...EXAMPLE, target: "cache\u0007" })).toMatchObject({
      target: "cache",
      notices: ["target had 1 control character removed."],
    });
    expect((await refused(memory, RECORD, { ...EXAMPLE, target: "\u0007" })).code).toBe("invalid");
  });

  it("is denied to a viewer: permission_denied, with the role it has and needs", async () => {
    const memory = await openMemory();
    const { code, message } = await refused(memory, RECORD, EXAMPLE, { role: "viewer" });
    expect(code).toBe("permission_denied");
    for (const role of ["viewer", "agent"]) expect(message).toContain(role);
  });

  it("keeps a person's decision as a person's", async () => {
    const memory = await openMemory();
    const id = await recorded(memory, {}, PERSON);
    expect((await findDecision(memory, "shop", id))?.author).toEqual({
      kind: "human",
      name: "maintainer",
    });
  });
});
