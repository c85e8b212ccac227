import { describe, expect, it } from "vitest";
import { decide, history, settle } from "../support/loop.ts";
import { openMemory, START } from "../support/memory.ts";
import { historyOf } from "../support/outcomes.ts";
import { callTool, fail, succeed } from "../support/tools.ts";

const RECORD = "membria_record_outcome";
const get = "membria_get_decision";

describe("Membria 2.1: record_outcome", () => {
  it("returns the fields of the document", async () => {
    const memory = await openMemory();
    await history(memory, "database", [
      [0.8, 1],
      [0.8, 1],
      [0.8, 0],
    ]);
    const decision_id = await decide(memory, { confidence: 0.8 });
    memory.clock.advance(60_000);
    const reply = await succeed(memory, RECORD, { decision_id, final_status: "success", final_score: 0.87 });
    expect(reply).toEqual({
      outcome_id: expect.stringMatching(/^out_[a-z0-9]+$/),
      decision_id,
      final_status: "success",
      final_score: 0.87,
      completed_at: new Date(START.getTime() + 60_000).toISOString(),
      calibration_impact: {
        domain: "database",
        previous_success_rate: 0.6,
        new_success_rate: expect.closeTo(3.87 / 6, 9),
        sample_size: 4,
        confidence_gap: expect.closeTo(0.8 - 3.87 / 6, 9),
      },
      recommendation:
        "2.9 of 4 decisions about database worked out so far, which is too little to judge confidence by.",
    });
  });

  it("says the same in a text that is enough by itself", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory, { confidence: 0.8 });
    const { text, structured } = await callTool(memory, RECORD, {
      decision_id,
      final_status: "partial",
      final_score: 0.5,
    });
    for (const fact of [
      decision_id,
      String(structured["outcome_id"]),
      "partial success (0.5)",
      "database",
      "There is 1 outcome for decisions about database so far, and 3 are needed",
    ])
      expect(text).toContain(fact);
  });

  it("takes every argument of the document, and the memory keeps it", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory, { confidence: 0.8 });
    await succeed(memory, RECORD, {
      decision_id,
      final_status: "success",
      final_score: 1,
      signals: {
        ci_passed: true,
        incident_found: false,
        performance_metrics: { p95_ms: 12, performance_impact: 0.2, where: ["eu", { load: "high" }] },
        reliability_score: 0.99,
      },
      lessons_learned: ["Pool the connections", "Measure first"],
      decision_domain: "payments",
    });
    const { outcomes } = await historyOf(memory, decision_id);
    expect(outcomes).toMatchObject([
      {
        status: "success",
        score: 1,
        domain: "payments",
        statedConfidence: 0.8,
        reported: {
          ciPassed: true,
          incidentFound: false,
          reliabilityScore: 0.99,
          performanceMetrics: { p95_ms: 12, performance_impact: 0.2, where: ["eu", { load: "high" }] },
        },
        metrics: { reliability: 0.99, performanceImpact: 0.2 },
        lessons: ["Pool the connections", "Measure first"],
      },
    ]);
    expect(await succeed(memory, get, { decision_id })).toMatchObject({
      outcome: "success",
      final_score: 1,
      status: "completed",
      module: "database",
      outcomes: [{ lessons_learned: ["Pool the connections", "Measure first"] }],
    });
  });

  it("teaches decision_domain if given, the decision's own domain if not", async () => {
    const memory = await openMemory();
    const own = await settle(memory, await decide(memory), 1);
    const given = await settle(memory, await decide(memory), 1, { decision_domain: "payments" });
    expect(own["calibration_impact"]).toMatchObject({ domain: "database", sample_size: 1 });
    expect(given["calibration_impact"]).toMatchObject({ domain: "payments", sample_size: 1 });
  });

  it.each([
    ["success", "completed"],
    ["partial", "completed"],
    ["failure", "failed"],
  ])("CONTRACTS 1: a %s makes the decision %s", async (final_status, status) => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    await succeed(memory, RECORD, { decision_id, final_status, final_score: 0.5 });
    expect(await succeed(memory, get, { decision_id })).toMatchObject({ status, outcome: final_status });
  });

  it("CONTRACTS 1: work that was done over stays reworked", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    await succeed(memory, "membria_update_decision", { decision_id, status: "reworked" });
    await settle(memory, decision_id, 1);
    expect(await succeed(memory, get, { decision_id })).toMatchObject({ status: "reworked" });
  });

  it("CONTRACTS 4.4: a second outcome replaces the first, says so, and both stay", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory, { confidence: 0.8 });
    const first = await settle(memory, decision_id, 1);
    const { text, structured } = await callTool(memory, RECORD, {
      decision_id,
      final_status: "failure",
      final_score: 0,
    });
    expect(structured).toMatchObject({
      replaced_outcome_id: first["outcome_id"],
      notices: [expect.stringContaining("stays in the history")],
      calibration_impact: {
        previous_success_rate: expect.closeTo(2 / 3, 9),
        new_success_rate: expect.closeTo(1 / 3, 9),
        sample_size: 1,
      },
    });
    expect(text).toContain(String(first["outcome_id"]));
    const { outcomes } = await succeed(memory, get, { decision_id });
    expect(outcomes).toMatchObject([{ final_status: "success" }, { final_status: "failure" }]);
  });

  it("CONTRACTS 4.4: has no gap where no confidence was stated", async () => {
    const memory = await openMemory();
    const reply = await settle(memory, await decide(memory), 1);
    expect(reply["calibration_impact"]).toMatchObject({ confidence_gap: null });
  });

  it("CONTRACTS 4.18: says what it redacted from lessons and metrics", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const reply = await settle(memory, decision_id, 1, {
      lessons_learned: ["Rotate it", `The token was ${secret}`],
      signals: { performance_metrics: { note: secret } },
    });
    expect(reply["notices"]).toEqual([
      expect.stringMatching(/^signals\.performance_metrics\.note had a secret replaced/),
      expect.stringMatching(/^lessons_learned\[1\] had a secret replaced/),
    ]);
    expect(JSON.stringify(await historyOf(memory, decision_id))).not.toContain(secret);
  });

  it("an agent may say how a human's decision worked out", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory, {}, { kind: "human" });
    await settle(memory, decision_id, 1);
    expect(await succeed(memory, get, { decision_id })).toMatchObject({
      author: "human",
      outcome: "success",
    });
  });
});

describe("record_outcome refuses", () => {
  const good = { final_status: "success", final_score: 1 };

  it.each([
    ["no decision_id", { decision_id: undefined }, "decision_id", "missing_argument"],
    ["no final_status", { final_status: undefined }, "final_status", "missing_argument"],
    ["an unknown final_status", { final_status: "great" }, "final_status", "invalid_argument"],
    ["no final_score", { final_score: undefined }, "final_score", "score_out_of_range"],
    ["a final_score over 1", { final_score: 1.2 }, "final_score", "score_out_of_range"],
    ["a final_score under 0", { final_score: -0.1 }, "final_score", "score_out_of_range"],
    ["a final_score in words", { final_score: "1" }, "final_score", "score_out_of_range"],
    ["an unknown argument", { score: 1 }, "score", "unknown_argument"],
    ["an unknown signal", { signals: { ci: true } }, "signals.ci", "unknown_argument"],
    [
      "a signal of the wrong type",
      { signals: { ci_passed: "yes" } },
      "signals.ci_passed",
      "invalid_argument",
    ],
    [
      "a reliability over 1",
      { signals: { reliability_score: 2 } },
      "signals.reliability_score",
      "invalid_argument",
    ],
    ["a lesson that is no list", { lessons_learned: "one" }, "lessons_learned", "invalid_argument"],
    ["an empty lesson", { lessons_learned: ["one", " "] }, "lessons_learned.1", "invalid_argument"],
    ["a domain in capitals", { decision_domain: "Database" }, "decision_domain", "invalid_argument"],
    ["all as a domain", { decision_domain: "all" }, "decision_domain", "invalid_argument"],
  ])("%s: -32602 with the field and a way out", async (_, args, field, reason) => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { code, data } = await fail(memory, RECORD, { decision_id, ...good, ...args });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, reason, suggestion: expect.any(String) });
    expect((await historyOf(memory, decision_id)).outcomes).toEqual([]);
  });

  it.each([
    ["success", 0.49, "at least 0.5"],
    ["failure", 0.51, "at most 0.5"],
  ])("CONTRACTS 4.4: a %s with %d", async (final_status, final_score, way) => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { code, data } = await fail(memory, RECORD, { decision_id, final_status, final_score });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({
      field: "final_score",
      reason: "status_contradicts_score",
      received: final_score,
      suggestion: expect.stringContaining(way),
    });
  });

  it("a decision that nobody made: -32003", async () => {
    const memory = await openMemory();
    const { code, data } = await fail(memory, RECORD, { decision_id: "dec_nowhere", ...good });
    expect(code).toBe(-32003);
    expect(data).toMatchObject({ reason: "decision_not_found", received: "dec_nowhere" });
  });

  it("a decision of another project: -32003", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory, {}, { project: "warehouse" });
    expect((await fail(memory, RECORD, { decision_id, ...good })).code).toBe(-32003);
  });

  it("a viewer: -32005", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    expect((await fail(memory, RECORD, { decision_id, ...good }, { role: "viewer" })).code).toBe(-32005);
  });
});
