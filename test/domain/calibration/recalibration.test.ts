import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adviceOnConfidence } from "../../../src/domain/calibration/advice.ts";
import type { BinSums, Tally } from "../../../src/domain/calibration/calibration.ts";
import { recalibrationOf, recommendationOf } from "../../../src/domain/calibration/recalibration.ts";
import { type Forecast, forecast, tallied } from "../../support/forecasts.ts";

const confidence = fc.oneof(
  fc.constantFrom(0, 0.005, 0.5, 0.995, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const some = fc.array(forecast, { maxLength: 60 });

const project = (own: readonly Forecast[], others: readonly Forecast[] = []): Tally =>
  tallied([...own, ...others], "all");
const basisOf = (own: readonly Forecast[], others: readonly Forecast[] = []) =>
  recalibrationOf(project(own, others), tallied(own));
const recommend = (own: readonly Forecast[], stated: number, others: readonly Forecast[] = []): number =>
  recommendationOf(basisOf(own, others), stated).recommended;

/** A number of outcomes at one confidence, of which a share succeeded. */
const outcomes = (count: number, stated: number, rate: number): Forecast[] =>
  Array.from({ length: count }, (_, i) => ({
    confidence: stated,
    score: Math.floor((i + 1) * rate + 1e-9) - Math.floor(i * rate + 1e-9),
  }));
/** Outcomes at several confidences, with the same error in all. */
const history = (times: number, rateAt: (stated: number) => number): Forecast[] =>
  [0.6, 0.7, 0.8, 0.9].flatMap((stated) => outcomes(times, stated, rateAt(stated)));

describe("a recommended confidence", () => {
  it("is exactly the stated one before any outcome", () => {
    fc.assert(
      fc.property(confidence, (stated) => {
        expect(recommend([], stated)).toBe(stated);
      }),
    );
  });

  it("ignores outcomes without a stated confidence", () => {
    const unstated = Array.from({ length: 50 }, () => ({ score: 0 }));
    expect(recommend(unstated, 0.9)).toBe(0.9);
  });

  it("is always a number from 0 to 1", () => {
    fc.assert(
      fc.property(
        some,
        some,
        confidence,
        fc.integer({ min: 1, max: 10_000 }),
        (own, others, stated, times) => {
          const basis = recalibrationOf(repeated(project(own, others), times), repeated(tallied(own), times));
          const { recommended } = recommendationOf(basis, stated);
          expect(recommended).toBeGreaterThanOrEqual(0);
          expect(recommended).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("never falls when the stated one rises", () => {
    fc.assert(
      fc.property(some, some, confidence, confidence, (own, others, one, other) => {
        const basis = basisOf(own, others);
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(recommendationOf(basis, high).recommended).toBeGreaterThanOrEqual(
          recommendationOf(basis, low).recommended - 1e-12,
        );
      }),
    );
  });

  it("does not invert the scale if more confidence went with less success", () => {
    const backwards = [...outcomes(2_000, 0.9, 0.2), ...outcomes(2_000, 0.2, 0.8)];
    expect(basisOf(backwards).slope).toBeGreaterThanOrEqual(0);
    expect(recommend(backwards, 0.2)).toBeLessThanOrEqual(recommend(backwards, 0.9));
    expect(recommend(backwards, 0.9), "the rate they all had").toBeCloseTo(0.5, 1);
  });

  it("is mirrored when success and failure are swapped", () => {
    const other = (made: readonly Forecast[]): Forecast[] =>
      made.map((one) => ({ confidence: 1 - (one.confidence ?? 0), score: 1 - one.score }));
    const made = outcomes(40, 0.83, 0.6);
    expect(recommend(made, 0.83)).toBeCloseTo(1 - recommend(other(made), 0.17), 9);
  });

  it("depends on the sums alone, not on the order of the outcomes", () => {
    fc.assert(
      fc.property(some, confidence, (own, stated) => {
        expect(recommend([...own].reverse(), stated)).toBeCloseTo(recommend(own, stated), 9);
      }),
    );
  });

  it("counts a partial success by its score", () => {
    const halves = outcomes(40, 0.8, 1).map((one) => ({ ...one, score: 0.5 }));
    expect(recommend(halves, 0.8)).toBeCloseTo(recommend(outcomes(40, 0.8, 0.5), 0.8), 9);
  });
});

describe("evidence", () => {
  it("that agrees moves it further the more there is, up to the observed rate and not beyond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0.3, max: 0.99, noNaN: true }),
        fc.double({ min: 0.1, max: 0.3, noNaN: true }),
        (times, more, stated, gap) => {
          const recommendedAfter = (count: number): number => {
            const tally = repeated(tallied([{ confidence: stated, score: stated - gap }]), count);
            return recommendationOf(recalibrationOf(tally, tally), stated).recommended;
          };
          expect(recommendedAfter(times + more)).toBeLessThan(recommendedAfter(times));
          expect(recommendedAfter(times + more)).toBeGreaterThan(stated - gap);
        },
      ),
    );
  });

  it("moves it up if decisions went better than stated", () => {
    expect(recommend(outcomes(100, 0.6, 0.85), 0.6)).toBeGreaterThan(0.7);
  });

  it("of few outcomes changes little: after three failures at 0.8 it is still above 0.7", () => {
    const recommended = recommend(outcomes(3, 0.8, 0), 0.8);
    expect(recommended).toBeLessThan(0.8);
    expect(recommended).toBeGreaterThan(0.75);
  });

  it("of a well-calibrated history moves it little, however long it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (tens, stated) => {
          const calibrated = history(10 * tens, (one) => one);
          expect(Math.abs(recommend(calibrated, stated) - stated)).toBeLessThan(0.005);
          expect(basisOf(calibrated).miscalibrated).toBeLessThan(0.5);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("moves it towards a score, never away from it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (count, stated) => {
          expect(recommend(outcomes(count, stated, 0), stated)).toBeLessThan(stated);
          expect(recommend(outcomes(count, stated, 1), stated)).toBeGreaterThan(stated);
        },
      ),
    );
  });
});

describe("the project's other domains", () => {
  const overconfident = (count: number): Forecast[] => outcomes(count, 0.8, 0.5);

  it("count for a domain without outcomes, but less than its own outcomes would", () => {
    const borrowed = recommend([], 0.8, overconfident(100));
    expect(borrowed).toBeLessThan(0.8);
    expect(borrowed).toBeGreaterThan(recommend(overconfident(100), 0.8));
  });

  it("count together no more than thirty outcomes, however many they have", () => {
    expect(recommend([], 0.8, overconfident(20_000))).toBeGreaterThanOrEqual(
      recommend(overconfident(30), 0.8),
    );
  });

  it("count less than many outcomes of the domain itself", () => {
    const own = outcomes(500, 0.8, 0.8);
    expect(recommend(own, 0.8, overconfident(5_000))).toBeCloseTo(0.8, 1);
    expect(recommend(own, 0.8, overconfident(5_000))).toBeGreaterThan(0.77);
  });

  it("do not include the domain itself: its outcomes count once", () => {
    const own = overconfident(20);
    expect(basisOf(own)).toMatchObject({ outcomes: 20, otherOutcomes: 0 });
    expect(basisOf(own, overconfident(7))).toMatchObject({ outcomes: 20, otherOutcomes: 7 });
  });

  it("may have been counted before the domain: missing outcomes count as none", () => {
    const basis = recalibrationOf(project(overconfident(19)), tallied(overconfident(20)));
    expect(basis).toMatchObject({ outcomes: 20, otherOutcomes: 0 });
    expect(recommendationOf(basis, 0.8).recommended).toBe(recommend(overconfident(20), 0.8));
  });
});

describe("the advice", () => {
  it("names the recommended confidence only where it differs by a hundredth or more", () => {
    const small = recommendationOf(basisOf(outcomes(1, 0.8, 0)), 0.8);
    expect([small.visible, adviceOnConfidence(small)]).toEqual([false, undefined]);
    expect(adviceOnConfidence(null)).toBeUndefined();
    const large = recommendationOf(basisOf(outcomes(60, 0.8, 0.5)), 0.8);
    expect(large.visible).toBe(true);
    expect(adviceOnConfidence(large)).toMatch(
      /^Going by how confidence held up so far, state \d\d(\.\d)? % instead of 80 %\.$/,
    );
  });

  it("says if it was learned in other domains only", () => {
    const borrowed = recommendationOf(basisOf([], outcomes(100, 0.8, 0.4)), 0.8);
    expect(adviceOnConfidence(borrowed)).toContain("so far in this project's other domains, state");
  });
});

function repeated(tally: Tally, times: number): Tally {
  const bin = (one: BinSums): BinSums => ({
    outcomes: times * one.outcomes,
    score: times * one.score,
    confidence: times * one.confidence,
    squaredError: times * one.squaredError,
  });
  return { ...tally, bins: tally.bins.map(bin) };
}
