import { describe, expect, it } from "vitest";
import { readTallies } from "../../src/calibration/sql/tallies.ts";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { openCommandLine, type Run } from "../support/command-line.ts";
import { decide, history } from "../support/loop.ts";
import { START, type TestMemory } from "../support/memory.ts";
import { historyOf } from "../support/outcomes.ts";
import { succeed } from "../support/tools.ts";

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;
const errorIn = ({ err }: Run) => (JSON.parse(err) as { error: Record<string, unknown> }).error;
const byPerson = { kind: "human", name: "somebody", role: "admin" } as const;

/** Four successes and a failure at 0.8, and two of four at 0.3. */
async function nineOutcomes(memory: TestMemory): Promise<void> {
  await history(
    memory,
    "database",
    [1, 1, 0, 1, 1].map((score) => [0.8, score] as const),
  );
  await history(
    memory,
    "database",
    [0, 1, 1, 0].map((score) => [0.3, score] as const),
  );
}

describe("membria outcome", () => {
  it.each([
    ["success", 1, "completed"],
    ["partial", 0.5, "completed"],
    ["failure", 0, "failed"],
  ])("takes %s for a score of %d", async (status, score, progress) => {
    const line = await openCommandLine();
    const id = await decide(line.memory, { confidence: 0.8 });
    const { code, out, err } = await line.run("outcome", id, status);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`${id} was a ${status === "partial" ? "partial success" : status} (${score}).`);
    expect(out).toContain("There is 1 outcome for decisions about");
    expect(await findDecision(line.memory, "shop", id)).toMatchObject({
      progress,
      outcome: { status, score },
    });
  });

  it("takes every flag of its schema, and keeps a person's outcome as a person's", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory);
    const run = await line.run(
      ...["outcome", id, "success", "--score", "0.9", "--domain", "payments"],
      ...["--lesson", "Pool the connections", "--lesson", "Measure first"],
      ...["--ci", "passed", "--incident", "none", "--reliability", "0.99"],
      ...["--metric", "p95_ms=12.5", "--metric", "region=eu", "--json"],
    );
    expect(run.code, run.err).toBe(0);
    expect(jsonOf(run)).toMatchObject({
      outcome_id: expect.stringMatching(/^out_/),
      decision_id: id,
      final_status: "success",
      final_score: 0.9,
      calibration_impact: { domain: "payments", sample_size: 1 },
    });
    expect((await historyOf(line.memory, id)).outcomes).toMatchObject([
      {
        lessons: ["Pool the connections", "Measure first"],
        reported: {
          ciPassed: true,
          incidentFound: false,
          reliabilityScore: 0.99,
          performanceMetrics: { p95_ms: 12.5, region: "eu" },
        },
        author: { kind: "human" },
      },
    ]);
  });

  it.each([
    ["failed", "found", { ciPassed: false, incidentFound: true }],
    ["passed", "none", { ciPassed: true, incidentFound: false }],
  ])("--ci %s --incident %s", async (ci, incident, reported) => {
    const line = await openCommandLine();
    const id = await decide(line.memory);
    await line.run("outcome", id, "partial", "--ci", ci, "--incident", incident);
    expect((await historyOf(line.memory, id)).outcomes[0]?.reported).toMatchObject(reported);
  });

  it("prints with --json what an agent would get", async () => {
    const line = await openCommandLine();
    const [one, other] = [await decide(line.memory), await decide(line.memory)];
    const typed = jsonOf(await line.run("outcome", one, "success", "--json"));
    const called = await succeed(line.memory, "membria_record_outcome", {
      decision_id: other,
      final_status: "success",
      final_score: 1,
    });
    expect(Object.keys(typed)).toEqual(Object.keys(called));
  });

  it.each([
    ["an unknown decision", ["dec_nowhere", "success"], 3, "There is no decision dec_nowhere"],
    ["no decision", [], 2, "id is required"],
    ["no status", ["dec_000001"], 2, "status must be one of success, partial, failure"],
    ["an unknown status", ["dec_000001", "great"], 2, "success, partial, failure"],
    ["a contradiction", ["dec_000001", "success", "--score", "0.2"], 2, "contradicts itself"],
    ["a score over 1", ["dec_000001", "success", "--score", "1.5"], 2, "at most 1"],
    ["a metric without a value", ["dec_000001", "success", "--metric", "p95_ms"], 2, "a name and a value"],
    ["an unknown flag", ["dec_000001", "success", "--why", "x"], 2, "--why"],
  ])("refuses %s with an exit code", async (_, args, code, words) => {
    const line = await openCommandLine();
    await decide(line.memory);
    const run = await line.run("outcome", ...args);
    expect(run.code).toBe(code);
    expect(run.out).toBe("");
    expect(run.err).toContain(words);
    expect(await readTallies(line.memory, "all")).toEqual([]);
  });
});

describe("membria signal", () => {
  it.each([
    ["pr_created", "positive"],
    ["pr_merged", "positive"],
    ["ci_passed", "positive"],
    ["ci_failed", "negative"],
    ["incident", "negative"],
    ["performance", "neutral"],
  ])("takes %s as %s, as it is usually meant", async (type, valence) => {
    const line = await openCommandLine();
    const id = await decide(line.memory);
    const { code, out } = await line.run("signal", id, type);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^Signal sig_\\w+ recorded for ${id}\\. Estimated success: [\\d.]+ %\\.$`),
    );
    expect((await historyOf(line.memory, id)).signals).toMatchObject([{ type, valence }]);
  });

  it("takes every flag of its schema", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory);
    const run = await line.run(
      ...["signal", id, "performance", "--valence", "positive", "--description", "Twice as fast"],
      ...["--metric", "p95_ms=12", "--json"],
    );
    expect(jsonOf(run)).toMatchObject({
      signal_id: expect.stringMatching(/^sig_/),
      decision_id: id,
      recorded_at: START.toISOString(),
      estimated_success: expect.closeTo(1.8 / 2.8, 9),
    });
    expect((await historyOf(line.memory, id)).signals).toMatchObject([
      { description: "Twice as fast", metrics: { p95_ms: 12 }, author: { kind: "human" } },
    ]);
  });

  it.each([
    ["an unknown decision", ["dec_nowhere", "incident"], 3],
    ["an unknown type", ["dec_000001", "deployed"], 2],
    ["an unknown valence", ["dec_000001", "incident", "--valence", "bad"], 2],
  ])("refuses %s with an exit code", async (_, args, code) => {
    const line = await openCommandLine();
    const run = await line.run("signal", ...args, "--json");
    expect(run.code).toBe(code);
    expect(errorIn(run)).toMatchObject({ message: expect.any(String), hint: expect.any(String) });
  });
});

describe("membria calibration", () => {
  it("draws the success rate for each stated confidence", async () => {
    const line = await openCommandLine();
    await nineOutcomes(line.memory);
    const { code, out } = await line.run("calibration", "database");
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "6 of 9 decisions about database worked out so far, which is too little to judge confidence by.",
      "Mean confidence 57.8 %, status uncertain, trend stable, Brier score 0.218.",
      "",
      "Stated confidence and actual success rate (┃ marks the expected rate):",
      "  0–10  % │",
      " 10–20  % │",
      " 20–30  % │",
      " 30–40  % │████████████┃███████····················  50 %  4 outcomes",
      " 40–50  % │",
      " 50–60  % │",
      " 60–70  % │",
      " 70–80  % │",
      " 80–90  % │████████████████████████████████┃·······  80 %  5 outcomes",
      " 90–100 % │",
      "          └────────────────────────────────────────",
      "           0 %                50 %              100 %",
      "",
      "Recommended confidence: the outcomes so far suggest no correction.",
    ]);
  });

  it("shows the recommended confidence where it differs", async () => {
    const line = await openCommandLine();
    await history(
      line.memory,
      "database",
      Array.from({ length: 40 }, (_, i) => [i < 30 ? 0.9 : 0.6, i % 2] as const),
    );
    const { out } = await line.run("calibration", "database");
    const [title, stated, recommended] = out.split("\n").slice(-3);
    expect(title).toBe("Recommended confidence, based on the outcomes so far:");
    expect(stated, "nothing below what was ever stated").toBe("stated        60 %  70 %  80 %  90 %");
    const figures = [...(recommended ?? "").matchAll(/(\d+) %/g)].map(([, figure]) => Number(figure));
    expect(figures.map((figure, i) => [figure < 60 + 10 * i, figure >= (figures[i - 1] ?? 0)])).toEqual(
      Array.from({ length: 4 }, () => [true, true]),
    );
    expect(figures.at(-1)).toBeLessThan(85);
    const { recommended_confidence } = jsonOf(await line.run("calibration", "database", "--json"));
    expect(recommended_confidence).toMatchObject([
      { stated: 0.6 },
      { stated: 0.7 },
      { stated: 0.8 },
      { stated: 0.9 },
    ]);
  });

  it("prints with --json what an agent would get", async () => {
    const line = await openCommandLine();
    await nineOutcomes(line.memory);
    expect(jsonOf(await line.run("calibration", "database", "--json"))).toEqual(
      await succeed(line.memory, "membria_get_calibration", { domain: "database" }),
    );
    expect(jsonOf(await line.run("calibration", "--json"))).toMatchObject({ domain: "all", sample_size: 9 });
  });

  it("draws nothing where no confidence was stated", async () => {
    const line = await openCommandLine();
    await history(line.memory, "auth", [
      [undefined, 1],
      [undefined, 1],
      [undefined, 0],
    ]);
    const { out } = await line.run("calibration", "auth");
    expect(out).toContain("2 of 3 decisions about auth worked out.");
    expect(out).not.toContain("│");
  });

  it("--each lists the domains with the given filter and order", async () => {
    const line = await openCommandLine();
    await nineOutcomes(line.memory);
    await history(line.memory, "auth", [[0.9, 1]]);
    const { out } = await line.run("calibration", "--each");
    expect(out).toContain("- database: 63.6 % over 9 outcomes, stable, uncertain");
    expect(out).toContain("1 more with fewer outcomes");
    const sorted = jsonOf(
      await line.run(
        "calibration",
        "--each",
        "--min-sample-size",
        "1",
        "--sort-by",
        "success_rate",
        "--json",
      ),
    );
    expect(sorted).toEqual(
      await succeed(line.memory, "membria_get_all_calibrations", {
        min_sample_size: 1,
        sort_by: "success_rate",
      }),
    );
    expect(sorted["domains"]).toMatchObject([{ domain: "auth" }, { domain: "database" }]);
  });

  it("ends with code 8 where there are too few outcomes, and says what to do", async () => {
    const line = await openCommandLine();
    const { code, out, err } = await line.run("calibration");
    expect([code, out]).toEqual([8, ""]);
    expect(err).toContain("membria outcome");
    const json = await line.run("calibration", "auth", "--json");
    expect(errorIn(json)).toMatchObject({ code: "insufficient", reason: "too_few_outcomes" });
  });

  it("refuses a domain that cannot be one, with code 2", async () => {
    const line = await openCommandLine();
    expect((await line.run("calibration", "Data Base")).code).toBe(2);
  });
});

describe("membria due", () => {
  it("says that nothing is due", async () => {
    const line = await openCommandLine();
    await decide(line.memory);
    expect(await line.run("due")).toEqual({ code: 0, out: "Nothing is due.", err: "" });
    expect(jsonOf(await line.run("due", "--json"))).toEqual({ decisions: [], total: 0 });
  });

  it("lists what is, the longest overdue first, and how to record it", async () => {
    const line = await openCommandLine();
    const week = await decide(line.memory, { statement: "Keep the queue", domain: "backend", dueDays: 7 });
    const month = await decide(line.memory, { statement: "Keep the cache", domain: "backend" }, byPerson);
    await decide(line.memory, { statement: "Keep the rest", dueDays: 90 });
    line.memory.clock.advance(30 * DAY_MS);
    expect((await line.run("due")).out.split("\n")).toEqual([
      `${week}  23 days overdue  backend  Keep the queue`,
      `${month}  due today        backend  Keep the cache`,
      "2 decisions are due.",
      `Record one with: membria outcome ${week} success`,
    ]);
    const json = jsonOf(await line.run("due", "--json"));
    expect(json).toMatchObject({
      total: 2,
      decisions: [
        { decision_id: week, due_at: new Date(START.getTime() + 7 * DAY_MS).toISOString() },
        { decision_id: month, author: "human" },
      ],
    });
  });

  it("keeps to a domain and a limit, and counts all", async () => {
    const line = await openCommandLine();
    for (let n = 0; n < 3; n++) await decide(line.memory, { domain: "auth", dueDays: 0 });
    await decide(line.memory, { domain: "api", dueDays: 0 });
    const { out } = await line.run("due", "--domain", "auth", "--limit", "1");
    expect(out.split("\n")).toHaveLength(3);
    expect(out).toContain("3 decisions are due; --limit shows more.");
    expect((await line.run("due", "--domain", "api")).out).toContain("1 decision is due.");
    expect((await line.run("due", "--limit", "0")).code).toBe(2);
  });

  it("drops a decision once its outcome is recorded", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory, { dueDays: 0 });
    expect((await line.run("due")).out).toContain(id);
    await line.run("outcome", id, "success");
    expect((await line.run("due")).out).toBe("Nothing is due.");
  });
});
