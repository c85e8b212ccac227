import { describe, expect, it } from "vitest";
import {
  type Anomaly,
  type AnomalyFacts,
  detectAll,
  type ScoredOutcome,
} from "../../../src/learning/rules/anomaly.ts";
import { DETECTORS } from "../../../src/learning/rules/anomaly-detectors.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { DAY, decision } from "../../support/decisions.ts";
import { type Forecast, outcomesAt } from "../../support/forecasts.ts";
import { factsWith } from "../../support/skills.ts";

const QUIET: AnomalyFacts = {
  now: DAY,
  skills: [],
  recent: [],
  overdue: { total: 0, longest: [] },
  captures: { lastDay: 0, newest: [], weeks: [] },
};

const detect = (facts: Partial<AnomalyFacts>): Anomaly[] => detectAll(DETECTORS, { ...QUIET, ...facts });

/** Forecasts of one domain, in the order that detectors expect. */
function happened(made: readonly Forecast[], domain = "database"): Pick<AnomalyFacts, "recent"> {
  const recent = made.map(
    ({ confidence, score }, n): ScoredOutcome => ({
      decisionId: `dec_${n}`,
      domain,
      score,
      statedConfidence: confidence,
      at: DAY,
    }),
  );
  return { recent: recent.reverse() };
}

const times = (n: number, forecast: Forecast): Forecast[] => Array.from({ length: n }, () => forecast);

describe("anomalies", () => {
  it("has a rule for every kind, and finds nothing in a memory without any", () => {
    expect(DETECTORS.map(({ kind }) => kind)).toEqual([
      "rate_dropped",
      "confidence_drifting",
      "outcomes_overdue",
      "skill_contradicted",
      "capture_burst",
    ]);
    for (const { rule } of DETECTORS) expect(rule).toMatch(/\d/);
    expect(detect({})).toEqual([]);
  });

  it("the most severe come first", () => {
    const found = detect({
      ...happened([...times(12, { score: 1 }), ...times(9, { score: 0 })]),
      overdue: { total: 1, longest: [decision()] },
    });
    expect(found.map(({ severity }) => severity)).toEqual(["high", "low"]);
  });
});

describe("a rate that dropped", () => {
  const failures = times(9, { score: 0 });

  it("is reported with counts and the day, and names the failed decisions", () => {
    const made = [...times(12, { score: 1 }), { score: 0.5 }, ...failures];
    const recent = happened(made).recent.map((outcome, n) => ({
      ...outcome,
      at: new Date(DAY.getTime() - n * DAY_MS),
    }));
    const [found, ...others] = detect({ recent });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: "rate_dropped",
      severity: "high",
      domain: "database",
      what: "Decisions of database worked out in 12 of 12 before, 1 of 10 since 20 February.",
      figures: { earlier_rate: 1, later_rate: 0.05, earlier_outcomes: 12, later_outcomes: 10 },
      decisions: [21, 20, 19, 18, 17, 16, 15, 14, 13].map((n) => `dec_${n}`),
    });
    expect(found?.figures["odds"]).toBeGreaterThan(100);
  });

  it("has the year in it if the fall was in another one", () => {
    const recent = happened([...times(12, { score: 1 }), ...failures]).recent.map((outcome) => ({
      ...outcome,
      at: new Date(Date.UTC(2025, 11, 24)),
    }));
    expect(detect({ recent })[0]?.what).toContain("since 24 December 2025");
  });

  it("has medium severity if chance is not so unlikely", () => {
    const before = Array.from({ length: 12 }, (_, n) => ({ score: n % 4 === 0 ? 0 : 1 }));
    expect(detect(happened([...before, ...failures]))).toMatchObject([{ severity: "medium" }]);
  });

  it("is not reported for too few outcomes, a steady rate or a better one", () => {
    expect(detect(happened([...times(11, { score: 1 }), ...failures]))).toEqual([]);
    expect(detect(happened([...times(12, { score: 1 }), ...failures.slice(1)]))).toEqual([]);
    expect(detect(happened([...failures, ...times(12, { score: 1 })]))).toEqual([]);
    expect(detect(happened(times(60, { score: 0 })))).toEqual([]);
    expect(detect(happened(times(60, { score: 0.5 })))).toEqual([]);
  });

  it("is judged for each domain by its own outcomes", () => {
    const good = happened(times(21, { score: 1 }), "api").recent;
    const fallen = happened([...times(12, { score: 1 }), ...failures]).recent;
    const recent = good.flatMap((outcome, n) => [outcome, fallen[n] as ScoredOutcome]);
    expect(detect({ recent }).map(({ domain }) => domain)).toEqual(["database"]);
  });

  it("is no longer reported when the domain has had no outcome for 90 days", () => {
    const made = happened([...times(12, { score: 1 }), ...failures]);
    const daysLater = (days: number) => detect({ ...made, now: new Date(DAY.getTime() + days * DAY_MS) });
    expect(daysLater(90)).toHaveLength(1);
    expect(daysLater(91)).toEqual([]);
  });
});

describe("confidence that drifts from outcomes", () => {
  const well = [
    { confidence: 0.8, score: 0.5 },
    { confidence: 0.8, score: 1 },
    { confidence: 0.8, score: 1 },
  ];
  const steady = Array.from({ length: 8 }, () => well).flat();
  const over = steady.map(({ score }) => ({ confidence: 0.95, score: score - 0.45 }));
  const drifted = (made: readonly Forecast[]) =>
    detect(happened(made)).filter(({ kind }) => kind === "confidence_drifting");

  it("is reported with both gaps and the counts when a correct confidence becomes too high", () => {
    expect(drifted([...steady, ...over])).toMatchObject([
      {
        domain: "database",
        severity: "high",
        what: "Confidence in database has become too high: 0.80 was stated and 24 of 24 worked out before, 0.95 was stated and 16 of 24 worked out since 1 March.",
        figures: { earlier_gap: expect.closeTo(-0.0333, 3), later_gap: expect.closeTo(0.5667, 3) },
        nextStep: { text: expect.stringContaining("lower confidence for database") },
      },
    ]);
  });

  it("is also reported when it becomes too low", () => {
    const under = outcomesAt(30, 0.4, 0.9);
    expect(drifted([...outcomesAt(24, 0.6, 0.6), ...under])).toMatchObject([
      { what: expect.stringContaining("too low"), nextStep: { text: expect.stringContaining("higher") } },
    ]);
  });

  it("is not reported while the gap stays, when it closes, or with too few outcomes", () => {
    expect(drifted([...over, ...over])).toEqual([]);
    expect(drifted([...over, ...steady])).toEqual([]);
    expect(drifted([...steady.slice(0, 11), ...over])).toEqual([]);
    expect(drifted([...steady, ...over].map(({ score }) => ({ score })))).toEqual([]);
  });

  it("is not reported when confidence falls together with the rate", () => {
    const lower = times(24, { confidence: 0.3, score: 0.3 });
    expect(detect(happened([...steady, ...lower])).map(({ kind }) => kind)).not.toContain(
      "confidence_drifting",
    );
  });
});

describe("outcomes that are overdue", () => {
  it.each([
    [1, "low", "1 decision is"],
    [4, "low", "4 decisions are"],
    [5, "medium", "5 decisions are"],
    [20, "high", "20 decisions are"],
  ])("%d are %s", (total, severity, said) => {
    const longest = Array.from({ length: Math.min(total, 12) }, (_, n) => decision({ id: `dec_${n}` }));
    const [found] = detect({ overdue: { total, longest } });
    expect(found).toMatchObject({ kind: "outcomes_overdue", severity, figures: { decisions: total } });
    expect(found?.what).toContain(said);
    expect(found?.decisions).toHaveLength(Math.min(total, 10));
  });
});

describe("a skill that is contradicted", () => {
  const later = (days: number): Date => new Date(DAY.getTime() + days * DAY_MS);

  it("is one whose last three outcomes point the other way, for thirty days", () => {
    const skills = [factsWith(1, 1, 1, 1, 0, 0, 0), factsWith(1, 1, 1, 1, 0, 0), factsWith(1, 1, 1)];
    expect(detect({ skills, now: later(7) })).toMatchObject([
      {
        kind: "skill_contradicted",
        severity: "medium",
        domain: "database",
        what: expect.stringContaining("sk_a failed, although 4 of 7 worked"),
        decisions: ["dec_0006", "dec_0005", "dec_0004"],
      },
    ]);
    expect(detect({ skills, now: later(36) })).toHaveLength(1);
    expect(detect({ skills, now: later(37) })).toEqual([]);
  });

  it("is also an antipattern that works now", () => {
    expect(detect({ skills: [factsWith(0, 0, 0, 0, 1, 1, 1)], now: later(7) })).toMatchObject([
      { severity: "low", what: expect.stringContaining("works now") },
    ]);
  });
});

describe("a burst of captures", () => {
  const captures = (lastDay: number, weeks: readonly number[]) => ({
    captures: { lastDay, newest: ["dec_1"], weeks },
  });

  it("is measured against the past of the same memory", () => {
    expect(detect(captures(12, [7, 7, 7, 7]))).toMatchObject([
      {
        kind: "capture_burst",
        severity: "low",
        figures: { captured: 12, usual_per_day: expect.closeTo(29 / 28, 3) },
      },
    ]);
    expect(detect(captures(12, [70, 70, 70, 70]))).toEqual([]);
    expect(detect(captures(60, [7, 7, 7, 7]))).toMatchObject([{ severity: "medium" }]);
  });

  it("is not reported for a handful of captures, or on the first day", () => {
    expect(detect(captures(9, [0, 0, 0, 1]))).toEqual([]);
    expect(detect(captures(500, []))).toEqual([]);
  });
});
