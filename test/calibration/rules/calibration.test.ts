import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/beta.ts";
import {
  binOf,
  calibrate,
  credibleInterval,
  overallOf,
  posterior,
  type Tally,
  trendOf,
} from "../../../src/calibration/rules/calibration.ts";
import type { BetaMath } from "../../../src/shared/ports.ts";
import { forecast, forecasts, score, tallied } from "../../support/forecasts.ts";

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

const scores = (...values: number[]): Tally => tallied(values.map((value) => ({ score: value })));
const repeated = (value: number, times: number): number[] => Array.from({ length: times }, () => value);

describe("CONTRACTS 4.4: the posterior", () => {
  it("is Beta(1, 1) before any outcome", () => {
    expect(posterior({ outcomes: 0, score: 0 })).toEqual({
      alpha: 1,
      beta: 1,
      mean: 0.5,
      variance: expect.closeTo(1 / 12, 15),
    });
  });

  it("adds each score to α and the rest to β, in any order", () => {
    fc.assert(
      fc.property(fc.array(score), (values) => {
        let [alpha, beta] = [1, 1];
        for (const value of values) {
          alpha += value;
          beta += 1 - value;
        }
        const found = posterior(scores(...values));
        expect(found.alpha).toBeCloseTo(alpha, 9);
        expect(found.beta).toBeCloseTo(beta, 9);
        expect(found.mean).toBeCloseTo(alpha / (alpha + beta), 9);
        expect(found.variance).toBeCloseTo((found.mean * (1 - found.mean)) / (alpha + beta + 1), 9);
      }),
    );
  });

  it("counts partial successes by their score: two halves are one success and one failure", () => {
    expect(posterior(scores(0.5, 0.5))).toEqual(posterior(scores(1, 0)));
  });

  it("has a mean strictly between 0 and 1, and moves towards each further score", () => {
    fc.assert(
      fc.property(fc.array(score), score, (values, next) => {
        const before = posterior(scores(...values)).mean;
        const after = posterior(scores(...values, next)).mean;
        expect(after).toBeGreaterThan(0);
        expect(after).toBeLessThan(1);
        expect(Math.abs(next - after)).toBeLessThanOrEqual(Math.abs(next - before) + 1e-12);
      }),
    );
  });

  it("has for α 9.8 and β 2.2 the variance 0.01152 and the interval [0.5649, 0.9708]", () => {
    const found = posterior({ outcomes: 10, score: 8.8 });
    expect(found.alpha).toBeCloseTo(9.8, 12);
    expect(found.beta).toBeCloseTo(2.2, 12);
    expect(found.variance).toBeCloseTo(0.01152, 5);
    const [low, high] = credibleInterval(found, math);
    expect(low).toBeCloseTo(0.5649, 4);
    expect(high).toBeCloseTo(0.9708, 4);
  });
});

describe("CONTRACTS 4.4: the exact equal-tailed interval", () => {
  it("leaves 2.5 % on either side, as in closed forms", () => {
    const interval = (values: number[]) => credibleInterval(posterior(scores(...values)), math);
    expect(interval([])).toEqual([expect.closeTo(0.025, 12), expect.closeTo(0.975, 12)]);
    for (const n of [1, 2, 5, 20, 100]) {
      const [low, high] = interval(repeated(1, n));
      expect(low).toBeCloseTo(0.025 ** (1 / (n + 1)), 10);
      expect(high).toBeCloseTo(0.975 ** (1 / (n + 1)), 10);
    }
  });

  it("is mirrored when successes and failures are swapped", () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 60 }), (values) => {
        const [low, high] = credibleInterval(posterior(scores(...values)), math);
        const mirror = credibleInterval(posterior(scores(...values.map((value) => 1 - value))), math);
        expect(mirror[0]).toBeCloseTo(1 - high, 9);
        expect(mirror[1]).toBeCloseTo(1 - low, 9);
        expect(low).toBeLessThan(high);
      }),
    );
  });
});

describe("CONTRACTS 4.3: the confidence gap", () => {
  it("is stated confidence minus observed success, so that positive is overconfident", () => {
    fc.assert(
      fc.property(fc.array(forecast, { minLength: 1 }), (made) => {
        const found = calibrate(tallied(made));
        const mean = made.reduce((sum, { confidence }) => sum + confidence, 0) / made.length;
        expect(found.meanConfidence).toBeCloseTo(mean, 9);
        expect(found.gap).toBeCloseTo(mean - found.mean, 9);
      }),
    );
  });

  it("is null if no confidence was stated, and so is everything else that needs one", () => {
    expect(calibrate(scores(1, 1, 0))).toMatchObject({
      sampleSize: 3,
      meanConfidence: null,
      gap: null,
      brier: null,
      ece: null,
    });
  });

  it("uses the mean of stated confidences only, and the rate of all outcomes", () => {
    const found = calibrate(tallied([{ confidence: 0.75, score: 1 }, { score: 0 }, { score: 0 }]));
    expect(found.meanConfidence).toBeCloseTo(0.75, 12);
    expect(found.mean).toBeCloseTo(2 / 5, 12);
    expect(found.brier).toBeCloseTo(0.0625, 12);
  });
});

describe("CONTRACTS 4.4: the trend compares time, not level", () => {
  it.each([
    ["failures, then successes", [0, 0, 0, 0, 1, 1, 1, 1], "improving"],
    ["successes, then failures", [1, 1, 1, 1, 0, 0, 0, 0], "declining"],
    ["one level throughout, high", repeated(1, 20), "stable"],
    ["one level throughout, low", repeated(0, 20), "stable"],
    ["alternating", [1, 0, 0, 1, 1, 0, 0, 1], "stable"],
    ["nothing", [], "stable"],
    ["a single outcome", [1], "stable"],
  ] as const)("%s: %j is %s", (_, values, trend) => {
    expect(trendOf(scores(...values), math)).toBe(trend);
  });

  // Beta(2, 2) is greater than Beta(1, 3) with a probability of exactly 4/5.
  it("is improving at a probability of 0.8 or more, and declining at 0.2 or less", () => {
    expect(trendOf(scores(0, 0, 1, 0), math)).toBe("improving");
    expect(trendOf(scores(1, 0, 0, 0), math)).toBe("declining");
    const saying = (probability: number): BetaMath => ({ ...math, probabilityGreater: () => probability });
    for (const [probability, trend] of [
      [0.8, "improving"],
      [0.7999, "stable"],
      [0.2001, "stable"],
      [0.2, "declining"],
      [1 - 0.8, "declining"],
      [0.1 + 0.7, "improving"],
    ] as const) {
      expect(trendOf(scores(1, 1), saying(probability))).toBe(trend);
    }
  });

  it("is reversed when the order of the outcomes is", () => {
    const opposite = { improving: "declining", declining: "improving", stable: "stable" } as const;
    const halves = fc.integer({ min: 1, max: 20 }).chain((half) => {
      const values = fc.array(score, { minLength: half, maxLength: half });
      return fc.tuple(values, values);
    });
    fc.assert(
      fc.property(halves, ([earlier, later]) => {
        const forwards = [...earlier, ...later];
        const trend = trendOf(scores(...forwards), math);
        expect(trendOf(scores(...forwards.toReversed()), math)).toBe(opposite[trend]);
      }),
    );
  });

  it("does not depend on the order within a half", () => {
    const half = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(half, half, (earlier, later) => {
        const sorted = [...earlier.toSorted(), ...later.toSorted()];
        expect(trendOf(scores(...sorted), math)).toBe(trendOf(scores(...earlier, ...later), math));
      }),
    );
  });

  it("is stable at any constant level, however many outcomes there are", () => {
    fc.assert(
      fc.property(score, fc.integer({ min: 2, max: 400 }), (level, n) => {
        const even = n - (n % 2);
        expect(trendOf(scores(...repeated(level, even)), math)).toBe("stable");
      }),
    );
  });

  it("does not change when both halves get equally more successes", () => {
    for (const extra of [1, 5, 50]) {
      const values = [...repeated(1, extra), 0, 1, ...repeated(1, extra), 1, 0];
      expect(trendOf(scores(...values), math)).toBe("stable");
    }
  });
});

describe("CONTRACTS 4.4: overall_calibration", () => {
  const domain = (adjustment: number | null, sampleSize: number) => ({ adjustment, sampleSize });

  it.each([
    ["good", [0.05]],
    ["good", [0.8 - 0.75]],
    ["fair", [0.051]],
    ["fair", [0.15]],
    ["poor", [0.151]],
    ["good", [-0.04, 0.05]],
    ["fair", [-0.3, 0, 0]],
    ["no_data", []],
    ["no_data", [null]],
    ["poor", [null, -0.4]],
  ] as const)("is %s for adjustments of %j", (overall, adjustments) => {
    expect(overallOf(adjustments.map((adjustment) => domain(adjustment, 10)))).toBe(overall);
  });

  it("weights a domain by its outcomes", () => {
    expect(overallOf([domain(0.4, 3), domain(0.01, 300)])).toBe("good");
    expect(overallOf([domain(0.4, 300), domain(0.01, 3)])).toBe("poor");
  });
});

describe("Brier score, expected calibration error and the ten bins", () => {
  it("equal the textbook formulas over the individual forecasts", () => {
    fc.assert(
      fc.property(forecasts, (made) => {
        const found = calibrate(tallied(made));
        const brier = made.reduce((sum, one) => sum + (one.confidence - one.score) ** 2, 0) / made.length;
        expect(found.brier).toBeCloseTo(brier, 9);
        let ece = 0;
        expect(found.reliability).toHaveLength(10);
        for (const [i, bin] of found.reliability.entries()) {
          const own = made.filter(({ confidence }) => binOf(confidence) === i);
          expect(bin.from).toBeCloseTo(i / 10, 12);
          expect(bin.outcomes).toBe(own.length);
          if (own.length === 0) {
            expect(bin).toMatchObject({ meanConfidence: null, successRate: null });
            continue;
          }
          const mean = (of: (one: (typeof own)[number]) => number) =>
            own.reduce((sum, one) => sum + of(one), 0) / own.length;
          const [confidence, rate] = [mean((one) => one.confidence), mean((one) => one.score)];
          expect(bin.meanConfidence).toBeCloseTo(confidence, 9);
          expect(bin.successRate).toBeCloseTo(rate, 9);
          ece += (own.length / made.length) * Math.abs(confidence - rate);
        }
        expect(found.ece).toBeCloseTo(ece, 9);
      }),
    );
  });

  it.each([
    [0, 0],
    [0.0999, 0],
    [0.1, 1],
    [0.3, 3],
    [0.6, 6],
    [0.7, 7],
    [0.9, 9],
    [0.999, 9],
    [1, 9],
  ])("a confidence of %d is in bin %d", (confidence, bin) => {
    expect(binOf(confidence)).toBe(bin);
  });

  it("are 0 for perfect forecasts and 1 for the opposite", () => {
    const prophet = calibrate(tallied([1, 0, 1].map((value) => ({ confidence: value, score: value }))));
    expect([prophet.brier, prophet.ece]).toEqual([0, 0]);
    const fool = calibrate(tallied([1, 0, 1].map((value) => ({ confidence: 1 - value, score: value }))));
    expect([fool.brier, fool.ece]).toEqual([1, 1]);
  });
});
