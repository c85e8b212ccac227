import { describe, expect, it } from "vitest";
import { LIKELIHOOD_RATIOS, SIGNAL_TYPES, VALENCES } from "../../src/decisions/rules/signal.ts";
import { decide, history } from "../support/loop.ts";
import { openMemory, START } from "../support/memory.ts";
import { historyOf } from "../support/outcomes.ts";
import { callTool, fail, succeed } from "../support/tools.ts";

const RECORD = "membria_record_signal";
const passed = { signal_type: "ci_passed", valence: "positive" };

describe("Membria 2.2: record_signal", () => {
  it("returns the fields of the document, and says the same in a text", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { structured, text } = await callTool(memory, RECORD, { decision_id, ...passed });
    const odds = LIKELIHOOD_RATIOS.ci_passed.positive;
    expect(structured).toEqual({
      signal_id: expect.stringMatching(/^sig_[a-z0-9]+$/),
      decision_id,
      recorded_at: START.toISOString(),
      estimated_success: expect.closeTo(odds / (1 + odds), 9),
    });
    for (const fact of [String(structured["signal_id"]), decision_id, "61.5 %"]) expect(text).toContain(fact);
  });

  it.each(SIGNAL_TYPES.flatMap((type) => VALENCES.map((valence) => [type, valence] as const)))(
    "takes %s, %s, with a description and metrics, and the memory keeps them",
    async (signal_type, valence) => {
      const memory = await openMemory();
      const decision_id = await decide(memory);
      const metrics = { p95_ms: 12, by: { region: ["eu", "us"] } };
      const args = { decision_id, signal_type, valence, description: "As it went", metrics };
      const { estimated_success } = await succeed(memory, RECORD, args);
      expect((await historyOf(memory, decision_id)).signals).toMatchObject([
        { type: signal_type, valence, description: "As it went", metrics },
      ]);
      if (valence === "neutral") expect(estimated_success).toBe(0.5);
      else if (valence === "positive") expect(estimated_success).toBeGreaterThan(0.5);
      else expect(estimated_success).toBeLessThan(0.5);
    },
  );

  it("CONTRACTS 4.5: starts from the domain's posterior and moves with each signal", async () => {
    const memory = await openMemory();
    await history(memory, "database", [
      [0.8, 1],
      [0.8, 1],
    ]);
    const decision_id = await decide(memory);
    const rate = 3 / 4;
    let odds = (rate / (1 - rate)) * LIKELIHOOD_RATIOS.pr_merged.positive;
    const first = await succeed(memory, RECORD, {
      decision_id,
      signal_type: "pr_merged",
      valence: "positive",
    });
    expect(first["estimated_success"]).toBeCloseTo(odds / (1 + odds), 9);
    odds *= LIKELIHOOD_RATIOS.incident.negative;
    const second = await succeed(memory, RECORD, {
      decision_id,
      signal_type: "incident",
      valence: "negative",
    });
    expect(second["estimated_success"]).toBeCloseTo(odds / (1 + odds), 9);
    expect(await succeed(memory, "membria_get_decision", { decision_id })).toMatchObject({
      estimated_success: second["estimated_success"],
      status: "pending",
      outcome: null,
    });
  });

  it("gives every decision its own signals", async () => {
    const memory = await openMemory();
    const [one, other] = [await decide(memory), await decide(memory)];
    const first = await succeed(memory, RECORD, { decision_id: one, ...passed });
    const again = await succeed(memory, RECORD, { decision_id: other, ...passed });
    expect(again["estimated_success"]).toBe(first["estimated_success"]);
  });

  it("CONTRACTS 4.18: says what it redacted", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const reply = await succeed(memory, RECORD, {
      decision_id,
      ...passed,
      description: `Leaked ${secret}`,
      metrics: { log: [secret] },
    });
    expect(reply["notices"]).toEqual([
      expect.stringMatching(/^description had a secret replaced/),
      expect.stringMatching(/^metrics\.log\[0\] had a secret replaced/),
    ]);
    expect(JSON.stringify(await historyOf(memory, decision_id))).not.toContain(secret);
  });
});

describe("record_signal refuses", () => {
  it.each([
    ["no decision_id", { decision_id: undefined }, "decision_id", "missing_argument"],
    ["no signal_type", { signal_type: undefined }, "signal_type", "missing_argument"],
    ["an unknown signal_type", { signal_type: "deployed" }, "signal_type", "invalid_argument"],
    ["no valence", { valence: undefined }, "valence", "missing_argument"],
    ["an unknown valence", { valence: "good" }, "valence", "invalid_argument"],
    ["an empty description", { description: "" }, "description", "invalid_argument"],
    ["metrics that are no object", { metrics: [1] }, "metrics", "invalid_argument"],
    ["an unknown argument", { score: 1 }, "score", "unknown_argument"],
  ])("%s: -32602 with the field and a way out", async (_, args, field, reason) => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { code, data } = await fail(memory, RECORD, { decision_id, ...passed, ...args });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, reason, suggestion: expect.any(String) });
    expect((await historyOf(memory, decision_id)).signals).toEqual([]);
  });

  it("an unknown enum value, by naming the ones there are", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { data } = await fail(memory, RECORD, { decision_id, ...passed, signal_type: "deployed" });
    for (const type of SIGNAL_TYPES) expect(data["suggestion"]).toContain(type);
  });

  it("a decision that nobody made: -32003", async () => {
    const memory = await openMemory();
    expect((await fail(memory, RECORD, { decision_id: "dec_nowhere", ...passed })).code).toBe(-32003);
  });

  it("a viewer: -32005", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    expect((await fail(memory, RECORD, { decision_id, ...passed }, { role: "viewer" })).code).toBe(-32005);
  });
});
