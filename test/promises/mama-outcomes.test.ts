import { describe, expect, it } from "vitest";
import { addDecision, findDecision } from "../../src/decisions/sql/decisions.ts";
import { act, decision } from "../support/decisions.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, succeed } from "../support/tools.ts";

const AUTH = "decision_auth_strategy_123456_abc";
const REFRESH = "decision_jwt_refresh_789012_def";

/** Decisions with the ids of the document, as an import from MAMA leaves them. */
async function importedMemory(): Promise<TestMemory> {
  const memory = await openMemory();
  for (const [id, alias] of [
    ["dec_auth", AUTH],
    ["dec_refresh", REFRESH],
  ] as const)
    await addDecision(memory, { decision: decision({ id, aliases: [alias] }) }, act());
  return memory;
}

describe("MAMA, 2 update_outcome", () => {
  it("runs the two examples of the document", async () => {
    const memory = await importedMemory();
    const success = await callTool(memory, "update_outcome", { decisionId: AUTH, outcome: "SUCCESS" });
    expect(success.text).toBe("Outcome updated: dec_auth → SUCCESS");
    const failed = await callTool(memory, "update_outcome", {
      decisionId: REFRESH,
      outcome: "FAILED",
      failure_reason: "JWT refresh tokens not supported by current library",
    });
    expect(failed.text).toBe("Outcome updated: dec_refresh → FAILED");
    expect(await findDecision(memory, "shop", REFRESH)).toMatchObject({
      outcome: { status: "failure", score: 0 },
    });
    await memory.background.idle();
  });

  it("names the decision in its reply as decisionId, and evolve/outcome as decision_id", async () => {
    const memory = await importedMemory();
    const flat = await succeed(memory, "update_outcome", { decisionId: AUTH, outcome: "SUCCESS" });
    expect(flat["data"]).toMatchObject({ decisionId: "dec_auth" });
    expect(flat["data"]).not.toHaveProperty("decision_id");
    const evolved = await succeed(memory, "evolve/outcome", { decision_id: AUTH, outcome: "SUCCESS" });
    expect(evolved["data"]).toMatchObject({ decision_id: "dec_auth" });
    await memory.background.idle();
  });

  it("answers NOT_FOUND with the id in details.decisionId", async () => {
    const args = { decisionId: "decision_nonexistent_123", outcome: "SUCCESS" };
    const { structured, text } = await callTool(await openMemory(), "update_outcome", args);
    expect(structured).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message: expect.stringContaining("There is no decision decision_nonexistent_123"),
        details: { decisionId: "decision_nonexistent_123", field: "decisionId" },
      },
    });
    expect(text).toMatch(/^Error: /);
  });

  it.each([
    [{ outcome: "SUCCESS" }, "decisionId is required."],
    [{ decisionId: 7, outcome: "SUCCESS" }, "decisionId must be a string; received 7."],
    [{ decision_id: AUTH, outcome: "SUCCESS" }, "Unknown argument 'decision_id'."],
  ])("speaks of decisionId when it refuses %j", async (args, sentence) => {
    const { structured, text } = await callTool(await importedMemory(), "update_outcome", args);
    expect(structured).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
    expect(text).toContain(sentence);
    expect(text.replace("'decision_id'", "")).not.toContain("decision_id");
    expect(text).toContain("decisionId");
  });
});

describe("MAMA, 3 propose_link", () => {
  it.each([
    ["from_id", "decision_nonexistent_123", "dec_auth", "Source decision not found"],
    ["to_id", "dec_auth", "decision_nonexistent_123", "Target decision not found"],
  ])("answers NOT_FOUND with the id in details.%s", async (field, from_id, to_id, message) => {
    const { structured } = await callTool(await importedMemory(), "propose_link", {
      from_id,
      to_id,
      relationship: "refines",
      reason: "It adds details",
    });
    expect(structured).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message: expect.stringMatching(new RegExp(`^${message}`)),
        details: { [field]: "decision_nonexistent_123" },
      },
    });
  });
});
