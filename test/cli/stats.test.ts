import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/shared/time.ts";
import { openCommandLine } from "../support/command-line.ts";
import { decide, history } from "../support/loop.ts";
import { warnedDecisions } from "../support/warned-decisions.ts";

const PAGE = `# HELP membria_graph_up Whether the memory answers.
# TYPE membria_graph_up gauge
membria_graph_up 1
membria_request_latency_seconds{quantile="0.5"} 0.0021
membria_request_latency_seconds{quantile="0.95"} 0.03
membria_request_latency_seconds{quantile="0.99"} NaN
membria_tool_calls_total{tool="search_decisions"} 30
membria_tool_calls_total{tool="membria_capture_decision"} 60
membria_tool_errors_total{tool="membria_capture_decision",code="invalid"} 3
membria_tool_errors_total{tool="membria_capture_decision",code="limited"} 3
membria_cache_hits_total{cache="context"} 9
membria_cache_misses_total{cache="context"} 1
`;

describe("membria stats", () => {
  it("shows the use of the memory by day, and how well confidence matches outcomes", async () => {
    const { memory, run } = await openCommandLine();
    await history(memory, "database", [
      [0.9, 0],
      [0.9, 0],
      [0.9, 0],
    ]);
    memory.clock.advance(DAY_MS);
    await decide(memory);
    const { out, code } = await run("stats", "--days", "3");
    expect(code).toBe(0);
    expect(out).toContain(`Decisions captured by day (UTC):
2026-02-12  ████████████████████████  3 decisions, 3 outcomes
2026-02-13  ████████················  1 decision
In the last 24 hours: 1 decision.
`);
    expect(out).toContain("1 domain has outcomes; 0 of 3 decisions worked out over all.");
    expect(out).toContain("Overconfident in 1. Details: membria calibration --each");
    expect(out).toContain("No server runs.");
  });

  it("shows no zeros of a new memory, but says what will appear, and from when", async () => {
    const { memory, run } = await openCommandLine();
    expect(
      (await run("stats")).out,
    ).toBe(`Nothing was captured in the last 14 days. A day appears here with its first decision: membria decide "…"

No outcomes yet: membria outcome ID records how one worked out. What worked out appears with the first one, and a success rate from 10 on.

No server runs.`);
    await history(memory, "database", [[0.9, 1]]);
    const { out } = await run("stats");
    expect(out).toContain("1 domain has outcomes; 1 of 1 decisions worked out over all.");
    expect(out).not.toContain("confident");
  });

  it("shows what became of warnings, and nothing while there were none", async () => {
    const { memory, run } = await openCommandLine();
    expect((await run("stats")).out).not.toMatch(/warned/i);
    expect(JSON.parse((await run("stats", "--json")).out)).toMatchObject({ warnings: null });
    await warnedDecisions(memory);
    const { out } = await run("stats");
    expect(out).toContain(`Warned before 4 decisions in the last 90 days.
Heeded once: 1 by another choice.
Gone ahead with twice: 1 went wrong, 1 has no outcome yet.
Not followed by a decision that could be compared: 1.
`);
    expect(JSON.parse((await run("stats", "--json")).out)).toMatchObject({
      warnings: {
        days: 90,
        warned: 4,
        heeded: 1,
        other_choice: 1,
        less_confidence: 0,
        gone_ahead: 2,
        worked_out: 0,
        went_wrong: 1,
        no_outcome_yet: 1,
        undecided: 1,
      },
    });
  });

  it("shows the figures of a running server, the most used tool first", async () => {
    const { run } = await openCommandLine({
      serverMetrics: async () => ({ url: "http://127.0.0.1:9090", text: PAGE }),
    });
    const { out } = await run("stats");
    expect(out).toContain("The server at http://127.0.0.1:9090, since it started:");
    expect(out).toContain("Latency: p50 2.1 ms, p95 30 ms in the last ten minutes");
    expect(out).toMatch(
      /membria_capture_decision {2}█{24} {2}60 calls, 10 % errors\nsearch_decisions {10}█{12}·{12} {2}30 calls\n/,
    );
    expect(out).toContain("Cache context: 90 % hits");
    const { out: json } = await run("stats", "--json");
    expect(JSON.parse(json)).toMatchObject({
      project: "shop",
      domains_tracked: 0,
      average_success_rate: null,
      server: { latency: { p50: 2.1, p99: null }, graph_up: true, caches: [{ hits: 9, misses: 1 }] },
    });
  });
});
