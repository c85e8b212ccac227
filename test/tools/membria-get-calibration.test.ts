import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/shared/time.ts";
import { outcomesAt } from "../support/forecasts.ts";
import { decide, history } from "../support/loop.ts";
import { openMemory, START, type TestMemory } from "../support/memory.ts";
import { callTool, fail, succeed } from "../support/tools.ts";

const GET = "membria_get_calibration";

/** Four successes and a failure, each with a confidence of 0.8: Beta(5, 2). */
async function fiveOutcomes(): Promise<TestMemory> {
  const memory = await openMemory();
  await history(
    memory,
    "database",
    [1, 1, 0, 1, 1].map((score) => [0.8, score] as const),
  );
  return memory;
}

describe("Membria 3.1: get_calibration", () => {
  it("returns the fields of the document, and the reliability beside them", async () => {
    const memory = await fiveOutcomes();
    const empty = { outcomes: 0, mean_confidence: null, success_rate: null };
    expect(await succeed(memory, GET, { domain: "database" })).toEqual({
      domain: "database",
      sample_size: 5,
      success_rate: expect.closeTo(5 / 7, 9),
      mean_confidence: expect.closeTo(0.8, 9),
      confidence_gap: expect.closeTo(0.8 - 5 / 7, 9),
      status: "uncertain",
      alpha: 5,
      beta: 2,
      variance: expect.closeTo(10 / (49 * 8), 12),
      trend: "stable",
      credible_interval_95: [expect.closeTo(0.358765421, 8), expect.closeTo(0.956728132, 8)],
      recommended_confidence: [],
      recommendation:
        "4 of 5 decisions about database worked out so far, which is too little to judge confidence by.",
      brier: expect.closeTo((4 * 0.04 + 0.64) / 5, 9),
      ece: expect.closeTo(0, 9),
      reliability: Array.from({ length: 10 }, (_, bin) => ({
        from: bin / 10,
        ...(bin === 8
          ? { outcomes: 5, mean_confidence: expect.closeTo(0.8, 9), success_rate: expect.closeTo(0.8, 9) }
          : empty),
      })),
      due_outcomes: 0,
      last_updated: START.toISOString(),
    });
  });

  it("says the same in a text that is enough by itself", async () => {
    const memory = await fiveOutcomes();
    const { text } = await callTool(memory, GET, { domain: "database" });
    for (const fact of [
      "decisions about database",
      "4 of 5",
      "Mean confidence 80 %",
      "status uncertain",
      "trend stable",
      "Brier score 0.160",
    ])
      expect(text).toContain(fact);
  });

  it.each([
    ["include_trend", "trend", "trend"],
    ["include_credible_interval", "credible_interval_95", "95 %"],
  ])("%s: false leaves it out of both", async (option, field, words) => {
    const memory = await fiveOutcomes();
    const without = await callTool(memory, GET, { domain: "database", [option]: false });
    expect(without.structured).not.toHaveProperty(field);
    expect(without.text).not.toContain(words);
    const withIt = await callTool(memory, GET, { domain: "database", [option]: true });
    expect(withIt.structured).toEqual(await succeed(memory, GET, { domain: "database" }));
    expect(withIt.structured).toHaveProperty(field);
  });

  it("CONTRACTS 4.4: goes over all domains without one, and under the name all", async () => {
    const memory = await fiveOutcomes();
    await history(memory, "auth", [
      [0.4, 0],
      [0.4, 0],
    ]);
    const all = await succeed(memory, GET, {});
    expect(all).toMatchObject({ domain: "all", sample_size: 7, alpha: 5, beta: 4 });
    expect(await succeed(memory, GET, { domain: "all" })).toEqual(all);
    expect((await callTool(memory, GET, {})).text).toMatch(/^4 of 7 decisions worked out/);
  });

  it("keeps to the project, and goes over all of them when asked", async () => {
    const memory = await fiveOutcomes();
    await history(
      memory,
      "database",
      [
        [0.5, 0],
        [0.5, 0],
        [0.5, 0],
      ],
      { project: "warehouse" },
    );
    const domain = "database";
    expect(await succeed(memory, GET, { domain })).toMatchObject({ sample_size: 5 });
    expect(await succeed(memory, GET, { domain }, { project: "warehouse" })).toMatchObject({ beta: 4 });
    expect(await succeed(memory, GET, { domain }, { project: "all" })).toMatchObject({ sample_size: 8 });
  });

  it("CONTRACTS 4.4: has nulls and the status no_confidence where none was stated", async () => {
    const memory = await openMemory();
    await history(memory, "database", [
      [undefined, 1],
      [undefined, 1],
      [undefined, 0],
    ]);
    const { structured, text } = await callTool(memory, GET, { domain: "database" });
    expect(structured).toMatchObject({
      mean_confidence: null,
      confidence_gap: null,
      status: "no_confidence",
      brier: null,
      ece: null,
      success_rate: 0.6,
    });
    expect(text).toContain("No confidence was stated");
  });

  it.each([
    ["well-calibrated", 0.65, 0.65, /^13 of 20 .* has meant what it says\.$/],
    ["overconfident", 0.9, 0.4, /^8 of 20 .* too high: state \d\d % instead of 90 %\.$/],
    ["underconfident", 0.4, 0.95, /^19 of 20 .* too low: state \d\d % instead of 40 %\.$/],
    ["uncertain", 0.9, 0.7, /^14 of 20 .* too little to be sure; \d\d % would be fairer than 90 %\.$/],
  ])(
    "is %s for a confidence of %d that worked out at a rate of %d",
    async (status, confidence, rate, words) => {
      const memory = await openMemory();
      await history(
        memory,
        "database",
        outcomesAt(20, confidence, rate).map((one) => [one.confidence, one.score] as const),
      );
      const found = await succeed(memory, GET, { domain: "database" });
      expect(found).toMatchObject({ status, recommendation: expect.stringMatching(words) });
      const corrections = found["recommended_confidence"] as { stated: number; recommended: number }[];
      expect(corrections.length > 0).toBe(status !== "well-calibrated");
      for (const { stated, recommended } of corrections) {
        expect(Math.abs(recommended - stated)).toBeGreaterThanOrEqual(0.05);
        if (status !== "uncertain") expect(recommended < stated).toBe(status === "overconfident");
      }
    },
  );

  it("CONTRACTS 4.4: the trend follows time", async () => {
    const memory = await openMemory();
    await history(
      memory,
      "up",
      [0, 0, 0, 0, 1, 1, 1, 1].map((score) => [0.5, score] as const),
    );
    await history(
      memory,
      "down",
      [1, 1, 1, 1, 0, 0, 0, 0].map((score) => [0.5, score] as const),
    );
    expect(await succeed(memory, GET, { domain: "up" })).toMatchObject({ trend: "improving" });
    expect(await succeed(memory, GET, { domain: "down" })).toMatchObject({ trend: "declining" });
  });

  it("says how many outcomes are due, of the domain or of all", async () => {
    const memory = await fiveOutcomes();
    await decide(memory, { domain: "database" });
    await decide(memory, { domain: "auth" });
    await decide(memory, { domain: "auth", dueDays: 90 });
    memory.clock.advance(31 * DAY_MS);
    const own = await callTool(memory, GET, { domain: "database" });
    expect(own.structured).toMatchObject({ due_outcomes: 1 });
    expect(own.text).toContain("1 more decision is due for an outcome");
    const all = await callTool(memory, GET, {});
    expect(all.structured).toMatchObject({ due_outcomes: 2 });
    expect(all.text).toContain("2 more decisions are due for an outcome");
  });
});

describe("get_calibration refuses", () => {
  it.each([0, 1, 2])("%d outcomes: -32002, and says how many there are and what to do", async (count) => {
    const memory = await openMemory();
    await history(
      memory,
      "database",
      Array.from({ length: count }, () => [0.8, 1] as const),
    );
    for (const args of [{ domain: "database" }, {}]) {
      const { code, message, data } = await fail(memory, GET, args);
      expect(code).toBe(-32002);
      expect(message).toBe("Calibration insufficient");
      expect(data).toMatchObject({
        reason: "too_few_outcomes",
        problem: expect.stringContaining(`${count} outcome`),
        suggestion: expect.stringContaining("membria_record_outcome"),
      });
    }
  });

  it.each([
    ["a domain in capitals", { domain: "Database" }, "domain", "invalid_argument"],
    ["a domain that is no text", { domain: 7 }, "domain", "invalid_argument"],
    ["include_trend in words", { include_trend: "no" }, "include_trend", "invalid_argument"],
    [
      "an interval in words",
      { include_credible_interval: 1 },
      "include_credible_interval",
      "invalid_argument",
    ],
    ["an unknown argument", { module: "database" }, "module", "unknown_argument"],
  ])("%s: -32602", async (_, args, field, reason) => {
    const memory = await openMemory();
    const { code, data } = await fail(memory, GET, args);
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, reason });
  });

  it("nobody for being a viewer", async () => {
    const memory = await fiveOutcomes();
    expect(await succeed(memory, GET, {}, { role: "viewer" })).toMatchObject({ sample_size: 5 });
  });
});
