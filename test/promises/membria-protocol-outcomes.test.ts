import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { exportJson } from "../../src/portability/operations/export-json.ts";
import { importJson } from "../../src/portability/operations/import-json.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { decide } from "../support/loop.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";
import { readResource } from "../support/resources.ts";
import { callTool, fail, type Json, succeed } from "../support/tools.ts";

const REPORTED = {
  ci_passed: true,
  incident_found: false,
  performance_metrics: { p99_ms: 12, performance_impact: 0.3, maintenance_cost: -0.1 },
  reliability_score: 0.95,
};
const METRICS = { performance_impact: 0.3, reliability: 0.95, maintenance_cost: -0.1 };

const person = callBy({ kind: "human", role: "admin" });

/** A decision with a signal, and an outcome that was reported with everything the document has. */
async function settled(memory: TestMemory): Promise<{ decision_id: string; signal_id: unknown }> {
  const decision_id = await decide(memory, { statement: "Use PostgreSQL for user database" });
  const { signal_id } = await succeed(memory, "membria.record_signal", {
    decision_id,
    signal_type: "pr_merged",
    valence: "positive",
    description: "Merged after two reviews",
    metrics: { reviews: 2 },
  });
  await succeed(memory, "membria.record_outcome", {
    decision_id,
    final_status: "success",
    final_score: 0.87,
    signals: REPORTED,
    lessons_learned: ["Set up connection pooling"],
  });
  return { decision_id, signal_id };
}

const outcomesOf = async (memory: TestMemory, decision_id: string): Promise<Json[]> =>
  (await succeed(memory, "membria.get_decision", { decision_id }))["outcomes"] as Json[];

describe("Membria protocol, Outcome model", () => {
  it("get_decision returns the signals, lessons and metrics of an outcome", async () => {
    const memory = await openMemory();
    const { decision_id, signal_id } = await settled(memory);
    const whole = await callTool(memory, "membria.get_decision", { decision_id });
    expect(whole.structured["outcomes"]).toEqual([
      {
        outcome_id: expect.stringMatching(/^out_/),
        final_status: "success",
        final_score: 0.87,
        completed_at: memory.clock.now().toISOString(),
        signals: [
          {
            signal_id,
            signal_type: "pr_merged",
            valence: "positive",
            recorded_at: memory.clock.now().toISOString(),
          },
        ],
        reported_signals: REPORTED,
        lessons_learned: ["Set up connection pooling"],
        metrics: METRICS,
      },
    ]);
    expect(whole.structured["signals"]).toMatchObject([
      { signal_id, description: "Merged after two reviews", metrics: { reviews: 2 } },
    ]);
    for (const fact of ["ci_passed true", "performance_metrics.p99_ms 12", "metrics.reliability 0.95"])
      expect(whole.text).toContain(fact);
    expect(whole.text).toContain('Merged after two reviews {"reviews":2}');
  });

  it("the causal chain returns them", async () => {
    const memory = await openMemory();
    const { decision_id, signal_id } = await settled(memory);
    const { chain } = await readResource(memory, `membria://graph/causal-chain/${decision_id}`);
    expect(chain).toMatchObject([
      {
        decision_id,
        outcome: "success",
        final_score: 0.87,
        signals: [{ signal_id, signal_type: "pr_merged", description: "Merged after two reviews" }],
        reported_signals: REPORTED,
        lessons_learned: ["Set up connection pooling"],
        metrics: METRICS,
      },
    ]);
  });

  it("an export has them, and an import brings them back", async () => {
    const memory = await openMemory();
    const { decision_id } = await settled(memory);
    const file = (await folderOfTest()).file("memory.json");
    await perform(exportJson, { file }, memory, person);
    const { records } = JSON.parse(await readFile(file, "utf8")) as { records: { outcomes: Json[] }[] };
    expect(records[0]?.outcomes).toMatchObject([
      {
        reported: { ciPassed: true, incidentFound: false },
        signals: [{ type: "pr_merged" }],
        metrics: { performanceImpact: 0.3, reliability: 0.95, maintenanceCost: -0.1 },
      },
    ]);
    const copy = await openMemory();
    await perform(importJson, { file }, copy, person);
    expect(await outcomesOf(copy, decision_id)).toEqual(await outcomesOf(memory, decision_id));
  });

  it("a metric of the model has to be a number; other measurements may be anything", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const outcome = { decision_id, final_status: "success", final_score: 1 };
    expect(
      await fail(memory, "membria.record_outcome", {
        ...outcome,
        signals: { performance_metrics: { maintenance_cost: "high" } },
      }),
    ).toMatchObject({ code: -32602, data: { field: "signals.performance_metrics.maintenance_cost" } });
    const signals = { performance_metrics: { machine: "large", cores: [1, 2] } };
    await succeed(memory, "membria.record_outcome", { ...outcome, signals });
    expect(await outcomesOf(memory, decision_id)).toMatchObject([{ reported_signals: signals, metrics: {} }]);
  });

  it("the reliability may stand among the measurements; the reliability score takes precedence", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const outcome = { decision_id, final_status: "success", final_score: 1 };
    const performance_metrics = { reliability: 0.1 };
    await succeed(memory, "membria.record_outcome", { ...outcome, signals: { performance_metrics } });
    const signals = { performance_metrics, reliability_score: 0.99 };
    await succeed(memory, "membria.record_outcome", { ...outcome, signals });
    const [first, second] = await outcomesOf(memory, decision_id);
    expect([first?.["metrics"], second?.["metrics"]]).toEqual([{ reliability: 0.1 }, { reliability: 0.99 }]);
  });

  it("measurements of any size do not make a reply longer than it may be", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const performance_metrics = Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`latency of the request number ${n}`, n]),
    );
    await succeed(memory, "membria.record_outcome", {
      decision_id,
      final_status: "success",
      final_score: 1,
      signals: { performance_metrics },
    });
    const short = await succeed(memory, "membria.get_decision", { decision_id });
    expect(JSON.stringify(short).length).toBeLessThan(10_000);
    expect(short["omitted"]).toEqual(expect.arrayContaining(["performance_metrics has 890 more names."]));
    const whole = await succeed(memory, "membria.get_decision", { decision_id, max_tokens: 20_000 });
    expect(whole["outcomes"]).toMatchObject([{ reported_signals: { performance_metrics } }]);
  });
});
