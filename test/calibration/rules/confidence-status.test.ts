import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeConfidence } from "../../../src/calibration/rules/confidence-advice.ts";
import { recalibrationOf } from "../../../src/calibration/rules/recalibration.ts";
import { evidenceOf, type Forecast, forecast, outcomesAt } from "../../support/forecasts.ts";

const judge = (made: readonly Forecast[], stated: number | null, ...elsewhere: (readonly Forecast[])[]) =>
  judgeConfidence(recalibrationOf(evidenceOf(made, ...elsewhere)), stated);
const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const some = fc.array(forecast, { maxLength: 60 });

/** The same outcomes every time: each true with the given chance, at four confidences. */
function drawn(seed: number, count: number, chance: (stated: number) => number): Forecast[] {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const stated = 0.6 + Math.floor(random() * 4) / 10;
    return { confidence: stated, score: random() < chance(stated) ? 1 : 0 };
  });
}

/** How many of 200 simulated deciders are called each status. */
function called(count: number, chance: (stated: number) => number, asked: number): Record<string, number> {
  const statuses: Record<string, number> = {};
  for (let seed = 1; seed <= 200; seed++) {
    const { status } = judge(drawn(seed * 7919, count, chance), asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe("what a stated confidence is called", () => {
  it("agrees with the direction of the adjustment, which is what the recommended one adds", () => {
    fc.assert(
      fc.property(some, some, confidence, (own, others, stated) => {
        const { status, recommended, adjustment } = judge(own, stated, others);
        const difference = (recommended?.recommended ?? 0) - stated;
        expect(adjustment).toBeCloseTo(difference, 6);
        if (status === "overconfident") expect(difference).toBeLessThanOrEqual(-0.0499);
        if (status === "underconfident") expect(difference).toBeGreaterThanOrEqual(0.0499);
        if (status === "well-calibrated") expect(Math.abs(difference)).toBeLessThan(0.0501);
      }),
    );
  });

  it("is no_confidence if none was stated, and then nothing is recommended", () => {
    expect(judge(outcomesAt(40, 0.9, 0.5), null)).toEqual({
      status: "no_confidence",
      recommended: null,
      adjustment: null,
    });
  });

  it("is uncertain with fewer than ten outcomes, unless they are plain", () => {
    expect(judge([], 0.9).status).toBe("uncertain");
    expect(judge(outcomesAt(9, 0.9, 0.9), 0.9).status).toBe("uncertain");
    expect(judge(outcomesAt(10, 0.9, 0.9), 0.9).status).toBe("well-calibrated");
    expect(judge(outcomesAt(5, 0.9, 0), 0.9).status).toBe("overconfident");
  });

  it("of 3 of 3 at 0.9 is uncertain, with nothing to correct", () => {
    const { status, adjustment } = judge(outcomesAt(3, 0.9, 1), 0.9);
    expect(status).toBe("uncertain");
    expect(adjustment).toBeCloseTo(0, 1);
    expect(adjustment).toBeLessThan(0.02);
  });

  it("of 4 of 6 at 0.9 is uncertain, and about 0.87 would be fair", () => {
    const { status, recommended } = judge(outcomesAt(6, 0.9, 2 / 3), 0.9);
    expect(status).toBe("uncertain");
    expect(recommended?.recommended).toBeCloseTo(0.87, 2);
  });

  it("is uncertain where a difference is worth a word but may be chance", () => {
    const { status, adjustment } = judge(outcomesAt(12, 0.9, 2 / 3), 0.9);
    expect(status).toBe("uncertain");
    expect(adjustment).toBeLessThanOrEqual(-0.05);
  });
});

describe("simulated deciders", () => {
  it.each([5, 10, 20, 50])(
    "who are calibrated are hardly ever called anything else, after %i outcomes",
    (count) => {
      for (const asked of [0.8, 0.9]) {
        const { overconfident = 0, underconfident = 0 } = called(count, (stated) => stated, asked);
        expect(overconfident + underconfident).toBeLessThanOrEqual(6);
      }
    },
  );

  it("who are wrong a quarter more often than they say are mostly found out after 50 outcomes", () => {
    const { overconfident = 0, underconfident = 0 } = called(50, (stated) => stated - 0.25, 0.9);
    expect(overconfident).toBeGreaterThan(150);
    expect(underconfident).toBe(0);
  });

  it("who are right a fifth more often than they say are mostly found out after 50 outcomes", () => {
    const { overconfident = 0, underconfident = 0 } = called(
      50,
      (stated) => Math.min(0.98, stated + 0.2),
      0.7,
    );
    expect(underconfident).toBeGreaterThan(130);
    expect(overconfident).toBe(0);
  });
});
