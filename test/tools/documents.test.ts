import { describe, expect, it } from "vitest";
import { findTool } from "../../src/tools/inventory.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, succeed } from "../support/tools.ts";
import { type DocumentedTool, type Ids, MAMA, MEMORY } from "./documents.ts";

async function decided(memory: TestMemory): Promise<Ids> {
  const save = async (topic: string, decision: string): Promise<string> => {
    const args = { topic, decision, reasoning: "How users authenticate was discussed at length" };
    const { data } = (await succeed(memory, "save/decision", args)) as never as {
      data: { decision_id: string };
    };
    memory.clock.advance(60_000);
    return data.decision_id;
  };
  return {
    auth: await save("auth_strategy", "Authenticate users with tokens"),
    jwt: await save("jwt_impl", "Authenticate users with JWT"),
    oauth: await save("oauth_strategy", "Authenticate users with OAuth"),
  };
}

describe.each([
  ["MAMA", 17, MAMA],
  ["MAMA 1.1", 10, MEMORY],
] as const)("%s: its %i tools with the document's own arguments", (_, count, rows) => {
  it("are all here", () => {
    expect(new Set(rows.map(({ tool }) => tool)).size).toBe(count);
  });

  for (const row of rows) {
    it(`${row.tool} answers in the document's shape`, () => answers(row));
  }
});

async function answers({ tool, args, data, text, after }: DocumentedTool): Promise<void> {
  const memory = await openMemory();
  const ids = await decided(memory);
  for (const [name, given] of after?.(ids) ?? []) await succeed(memory, name, given);
  const reply = await callTool(memory, tool, args(ids));
  expect(reply.fault, reply.text).toBeUndefined();
  expect(reply.structured).toMatchObject({ success: true, data: expect.any(Object) });
  const answered = reply.structured["data"] as Record<string, unknown>;
  for (const field of data) expect(answered, `${tool} has ${field}`).toHaveProperty(field);
  expect(reply.text).toMatch(text);
  await memory.background.idle();
}

describe("The documents' own errors", () => {
  it("of an outcome for a decision that is not there", async () => {
    const args = { decisionId: "decision_nonexistent_123", outcome: "SUCCESS" };
    const { structured, text } = await callTool(await openMemory(), "update_outcome", args);
    expect(structured).toMatchObject({
      error: { code: "NOT_FOUND", details: { provided: args.decisionId } },
    });
    expect(text).toMatch(/^Error: /);
  });

  it("of a topic that is missing in save_decision", async () => {
    const args = { decision: "Use JWT", reasoning: "No session store is needed" };
    const { structured } = await callTool(await openMemory(), "save_decision", args);
    expect(structured).toMatchObject({ error: { code: "VALIDATION_ERROR", details: { field: "topic" } } });
  });

  it("of a topic that nobody saved on in recall_decision", async () => {
    const { structured } = await callTool(await openMemory(), "recall_decision", { topic: "unknown" });
    expect(structured).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});

describe("The flat tools that MAMA 1.1 replaces", () => {
  it.each([
    ["save_checkpoint", "memory_save_checkpoint"],
    ["load_checkpoint", "memory_load_checkpoint"],
    ["save_decision", "memory_save_decision"],
    ["recall_decision", "memory_search_by_topic"],
    ["suggest_decision", "memory_search_by_context"],
    ["list_decisions", "memory_search_recent"],
    ["update_outcome", "memory_evolve_outcome"],
  ])("%s is deprecated in favour of %s", (flat, successor) => {
    expect(findTool(flat)?.successor).toBe(successor);
    expect(findTool(successor)).toBeDefined();
  });
});
