import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/adapters/statistics/beta.ts";
import {
  type Anomaly,
  type AnomalyFacts,
  detectAll,
  type ScoredOutcome,
} from "../../../src/domain/anomalies/anomaly.ts";
import { DETECTORS } from "../../../src/domain/anomalies/anomaly-detectors.ts";
import type { BetaMath } from "../../../src/domain/shared/ports.ts";
import { DAY_MS } from "../../../src/domain/shared/time.ts";
import { DAY, decision } from "../../support/decisions.ts";
import { type Forecast, tallied } from "../../support/forecasts.ts";
import { factsWith } from "../../support/skills.ts";

const QUIET: AnomalyFacts = {
  now: DAY,
  skills: [],
  tallies: [],
  recent: [],
  overdue: { total: 0, longest: [] },
  captures: { lastDay: 0, newest: [], weeks: [] },
};

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

const detect = (facts: Partial<AnomalyFacts>): Anomaly[] =>
  detectAll(DETECTORS, { ...QUIET, ...facts }, math);

/** Forecasts of one domain, in the order that detectors expect. */
function happened(made: readonly Forecast[], domain = "database"): Partial<AnomalyFacts> {
  const recent = made.map(
    ({ confidence, score }, n): ScoredOutcome => ({
      decisionId: `dec_${n}`,
      domain,
      score,
      statedConfidence: confidence,
      at: DAY,
    }),
  );
  return { tallies: [tallied(made, domain)], recent: recent.reverse() };
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
      ...happened([...times(8, { score: 1 }), ...times(8, { score: 0 })]),
      overdue: { total: 1, longest: [decision()] },
    });
    expect(found.map(({ severity }) => severity)).toEqual(["high", "low"]);
  });
});

describe("a rate that dropped", () => {
  it("has medium severity for three successes and then three failures, and names the failed decisions", () => {
    const [found, ...others] = detect(happened([...times(3, { score: 1 }), ...times(3, { score: 0 })]));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: "rate_dropped",
      severity: "medium",
      domain: "database",
      // Beta(1,4) against Beta(4,1): 1 in 70.
      figures: { earlier_rate: 0.8, later_rate: 0.2, probability_no_worse: expect.closeTo(1 / 70, 4) },
      decisions: ["dec_5", "dec_4", "dec_3"],
    });
    expect(found?.nextStep).not.toBe("");
  });

  it("is not reported for too few outcomes, a steady rate or a better one", () => {
    expect(detect(happened([...times(2, { score: 1 }), ...times(3, { score: 0 })]))).toEqual([]);
    expect(detect(happened([...times(3, { score: 0 }), ...times(3, { score: 1 })]))).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 0, max: 60 }), (n, good) => {
        const half = [
          ...times(Math.min(good, n), { score: 1 }),
          ...times(Math.max(0, n - good), { score: 0 }),
        ];
        expect(detect(happened([...half, ...half]))).toEqual([]);
      }),
    );
  });

  it("never disappears when the later half gets worse", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 40 }), fc.nat(40), fc.nat(39), (n, before, after) => {
        const half = (good: number) => [
          ...times(Math.min(good, n), { score: 1 }),
          ...times(Math.max(0, n - good), { score: 0 }),
        ];
        const dropped = (good: number) => detect(happened([...half(before), ...half(good)])).length > 0;
        if (dropped(after + 1)) expect(dropped(after)).toBe(true);
      }),
    );
  });
});

describe("confidence that drifts from outcomes", () => {
  const well = [
    { confidence: 0.8, score: 1 },
    { confidence: 0.8, score: 1 },
    { confidence: 0.8, score: 0.5 },
  ];
  const steady = [...well, ...well, ...well];

  it("is reported with both gaps when a correct confidence becomes too high", () => {
    const rising = steady.map(({ score }) => ({ confidence: score === 1 ? 1 : 0.95, score: score - 0.45 }));
    const found = detect(happened([...steady, ...rising])).filter(
      ({ kind }) => kind === "confidence_drifting",
    );
    expect(found).toMatchObject([
      {
        domain: "database",
        figures: { earlier_gap: expect.closeTo(-0.0333, 3), later_gap: expect.any(Number), outcomes: 18 },
        nextStep: { text: expect.stringContaining("lower confidence for database") },
      },
    ]);
    expect(found[0]?.figures["later_gap"]).toBeGreaterThan(0.4);
  });

  it("is not reported while the gap stays, when it closes, or with too few outcomes", () => {
    const over = steady.map(({ score }) => ({ confidence: 0.95, score: score - 0.45 }));
    const kinds = (made: readonly Forecast[]) =>
      detect(happened(made))
        .map(({ kind }) => kind)
        .filter((kind) => kind === "confidence_drifting");
    expect(kinds([...over, ...over])).toEqual([]);
    expect(kinds([...over, ...steady])).toEqual([]);
    expect(kinds([...steady.slice(0, 4), ...over.slice(0, 4)])).toEqual([]);
    expect(kinds([...steady, ...over].map(({ score }) => ({ score })))).toEqual([]);
  });

  it("is hardly ever reported for calibrated forecasts", () => {
    // A seeded generator, so that the share is the same on every run.
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const runs = 500;
    let seen = 0;
    for (let run = 0; run < runs; run++) {
      const made = Array.from({ length: 40 }, () => {
        const confidence = Math.round(random() * 10) / 10;
        return { confidence, score: random() < confidence ? 1 : 0 };
      });
      seen += detect(happened(made)).filter(({ kind }) => kind === "confidence_drifting").length;
    }
    expect(seen / runs).toBeLessThan(0.02);
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
