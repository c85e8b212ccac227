import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observedRateOf } from "../../../src/calibration/rules/recalibration.ts";
import { type Forecast, forecasts, outcomesAt, tallied } from "../../support/forecasts.ts";

const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const rateAt = (made: readonly Forecast[], stated: number): number | undefined =>
  observedRateOf(tallied(made).bins)?.(stated);

describe("the observed rate", () => {
  it("is unknown without outcomes", () => {
    expect(rateAt([], 0.5)).toBeUndefined();
    expect(rateAt([{ score: 1 }], 0.5)).toBeUndefined();
  });

  it("never falls when the confidence rises, and stays within the scores", () => {
    fc.assert(
      fc.property(forecasts, confidence, confidence, (made, one, other) => {
        const low = rateAt(made, Math.min(one, other)) as number;
        const high = rateAt(made, Math.max(one, other)) as number;
        expect(high).toBeGreaterThanOrEqual(low - 1e-9);
        const scores = made.map(({ score }) => score);
        expect(low).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-9);
        expect(high).toBeLessThanOrEqual(Math.max(...scores) + 1e-9);
      }),
    );
  });

  it("is that of the bins where more confidence went with more success, and interpolated between them", () => {
    const made = [...outcomesAt(10, 0.6, 0.4), ...outcomesAt(10, 0.8, 0.9)];
    expect(rateAt(made, 0.6)).toBeCloseTo(0.4, 6);
    expect(rateAt(made, 0.7)).toBeCloseTo(0.65, 6);
    expect(rateAt(made, 0.8)).toBeCloseTo(0.9, 6);
  });

  it("is constant beyond what was stated", () => {
    const made = [...outcomesAt(10, 0.6, 0.4), ...outcomesAt(10, 0.8, 0.9)];
    expect(rateAt(made, 0)).toBeCloseTo(0.4, 6);
    expect(rateAt(made, 1)).toBeCloseTo(0.9, 6);
  });

  it("is one rate for neighbours in which more confidence went with less success", () => {
    const made = [...outcomesAt(10, 0.6, 0.8), ...outcomesAt(30, 0.8, 0.4)];
    for (const stated of [0, 0.6, 0.7, 0.8, 1]) expect(rateAt(made, stated)).toBeCloseTo(0.5, 6);
  });
});
