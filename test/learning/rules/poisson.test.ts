import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poissonTail } from "../../../src/learning/rules/anomaly-detectors.ts";

describe("the tail of a Poisson distribution", () => {
  // Known values: 1 − ppois(count − 1, mean) of R.
  it.each([
    [0, 2, 1],
    [1, 2, 0.864664716763387],
    [5, 2, 0.0526530173437111],
    [10, 1, 1.1142547833872e-7],
    [20, 10, 0.00345434197585],
  ])("%d or more where %d are usual", (count, mean, expected) => {
    expect(poissonTail(count, mean)).toBeCloseTo(expected, 9);
  });

  it("is a probability that falls with the count and rises with the mean", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.double({ min: 0.01, max: 200, noNaN: true }),
        (count, mean) => {
          const tail = poissonTail(count, mean);
          expect(tail).toBeGreaterThanOrEqual(0);
          expect(tail).toBeLessThanOrEqual(1);
          expect(poissonTail(count + 1, mean)).toBeLessThanOrEqual(tail + 1e-12);
          expect(poissonTail(count, mean * 1.5)).toBeGreaterThanOrEqual(tail - 1e-9);
        },
      ),
    );
  });

  it("never has an event where none happen", () => {
    expect(poissonTail(1, 0)).toBe(0);
  });
});
