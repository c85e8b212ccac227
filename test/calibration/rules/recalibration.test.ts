import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BinSums } from "../../../src/calibration/rules/calibration.ts";
import { averageOf } from "../../../src/calibration/rules/confidence-line.ts";
import {
  type ConfidenceEvidence,
  NO_EVIDENCE,
  recalibrationOf,
  recommendationOf,
} from "../../../src/calibration/rules/recalibration.ts";
import { evidenceOf, type Forecast, forecast, outcomesAt } from "../../support/forecasts.ts";

const confidence = fc.oneof(
  fc.constantFrom(0, 0.005, 0.5, 0.995, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const some = fc.array(forecast, { maxLength: 60 });

const basisOf = (own: readonly Forecast[], ...elsewhere: (readonly Forecast[])[]) =>
  recalibrationOf(evidenceOf(own, ...elsewhere));
const recommend = (own: readonly Forecast[], stated: number, ...elsewhere: (readonly Forecast[])[]): number =>
  recommendationOf(basisOf(own, ...elsewhere), stated).recommended;
/** As if all outcomes had come at once: nothing about the last ones. */
const withoutOrder = (evidence: ConfidenceEvidence) => recalibrationOf({ ...evidence, recent: [] });

/** Outcomes at several confidences, with the same error in all. */
const history = (times: number, rateAt: (stated: number) => number): Forecast[] =>
  [0.6, 0.7, 0.8, 0.9].flatMap((stated) => outcomesAt(times, stated, rateAt(stated)));

describe("a recommended confidence", () => {
  it("is exactly the stated one before any outcome", () => {
    fc.assert(
      fc.property(confidence, (stated) => {
        expect(recommend([], stated)).toBe(stated);
        expect(recommend([], stated, [], [], [])).toBe(stated);
        expect(recommendationOf(recalibrationOf(NO_EVIDENCE), stated).recommended).toBe(stated);
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
          const evidence = evidenceOf(own, others);
          const basis = recalibrationOf({
            own: repeated(evidence.own, times),
            recent: evidence.recent,
            elsewhere: evidence.elsewhere.map((bins) => repeated(bins, times)),
          });
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
    const backwards = withoutOrder(
      evidenceOf([...outcomesAt(2_000, 0.9, 0.2), ...outcomesAt(2_000, 0.2, 0.8)]),
    );
    const at = (stated: number): number => recommendationOf(backwards, stated).recommended;
    expect(at(0.2)).toBeLessThanOrEqual(at(0.9));
    expect(at(0.9), "near the rate they all had").toBeLessThan(0.6);
    expect(at(0.2)).toBeGreaterThan(0.4);
  });

  it("is mirrored when success and failure are swapped", () => {
    const other = (made: readonly Forecast[]): Forecast[] =>
      made.map((one) => ({ confidence: 1 - (one.confidence ?? 0), score: 1 - one.score }));
    const made = outcomesAt(40, 0.83, 0.6);
    expect(recommend(made, 0.83)).toBeCloseTo(1 - recommend(other(made), 0.17), 9);
  });

  it("depends on the sums alone where nothing is known about the order", () => {
    fc.assert(
      fc.property(some, some, confidence, (own, others, stated) => {
        const forwards = withoutOrder(evidenceOf(own, others));
        const backwards = withoutOrder(evidenceOf(own.toReversed(), others.toReversed()));
        expect(recommendationOf(backwards, stated).recommended).toBeCloseTo(
          recommendationOf(forwards, stated).recommended,
          9,
        );
      }),
    );
  });

  it("counts a partial success by its score", () => {
    const halves = outcomesAt(40, 0.8, 1).map((one) => ({ ...one, score: 0.5 }));
    const mixed = withoutOrder(evidenceOf(outcomesAt(40, 0.8, 0.5)));
    expect(recommendationOf(withoutOrder(evidenceOf(halves)), 0.8).recommended).toBeCloseTo(
      recommendationOf(mixed, 0.8).recommended,
      9,
    );
  });

  it("lies between what was stated and what was observed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        confidence,
        (count, at, rate, asked) => {
          const made = outcomesAt(count, at, rate);
          const observed = made.reduce((sum, { score }) => sum + score, 0) / count;
          const { recommended } = recommendationOf(withoutOrder(evidenceOf(made)), asked);
          expect(recommended).toBeGreaterThanOrEqual(Math.min(asked, observed) - 1e-9);
          expect(recommended).toBeLessThanOrEqual(Math.max(asked, observed) + 1e-9);
        },
      ),
    );
  });

  it("for 0.7 is not below 0.63 after 50 outcomes at 0.9 of which 63 % worked out", () => {
    const recommended = recommend(outcomesAt(50, 0.9, 0.63), 0.7);
    expect(recommended).toBeGreaterThanOrEqual(0.62);
    expect(recommended).toBeLessThanOrEqual(0.7);
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
          const one = evidenceOf([{ confidence: stated, score: stated - gap }]);
          const recommendedAfter = (count: number): number =>
            recommendationOf(withoutOrder({ ...one, own: repeated(one.own, count) }), stated).recommended;
          expect(recommendedAfter(times + more)).toBeLessThan(recommendedAfter(times));
          expect(recommendedAfter(times + more)).toBeGreaterThanOrEqual(stated - gap - 1e-9);
        },
      ),
    );
  });

  it("moves it up if decisions went better than stated", () => {
    expect(recommend(outcomesAt(100, 0.6, 0.85), 0.6)).toBeGreaterThan(0.75);
  });

  it("of a few mixed outcomes changes little", () => {
    expect(recommend(outcomesAt(3, 0.8, 0.67), 0.8)).toBeGreaterThan(0.75);
    expect(recommend(outcomesAt(6, 0.9, 0.67), 0.9)).toBeCloseTo(0.87, 2);
  });

  it.each([
    [5, 0.51],
    [10, 0.32],
    [20, 0.2],
  ])("of %i failures at 0.9 and nothing else is plain: about %d", (count, expected) => {
    expect(recommend(outcomesAt(count, 0.9, 0), 0.9)).toBeCloseTo(expected, 2);
  });

  it("of a well-calibrated history moves it little, however long it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (tens, stated) => {
          const basis = withoutOrder(evidenceOf(history(10 * tens, (one) => one)));
          expect(Math.abs(recommendationOf(basis, stated).recommended - stated)).toBeLessThan(0.01);
          expect(basis.miscalibrated).toBeLessThan(0.5);
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
          expect(recommend(outcomesAt(count, stated, 0), stated)).toBeLessThan(stated);
          expect(recommend(outcomesAt(count, stated, 1), stated)).toBeGreaterThan(stated);
        },
      ),
    );
  });
});

describe("outcomes elsewhere", () => {
  const overconfident = (count: number): Forecast[] => outcomesAt(count, 0.8, 0.5);

  it("count where there are none yet, but less than one's own would", () => {
    const borrowed = recommend([], 0.8, overconfident(100));
    expect(borrowed).toBeLessThan(0.75);
    expect(borrowed).toBeGreaterThan(recommend(overconfident(100), 0.8));
  });

  it("count together for sixty at the most, however many there are", () => {
    expect(recommend([], 0.8, overconfident(20_000))).toBeGreaterThan(recommend(overconfident(60), 0.8));
  });

  it("count while they agree: after many outcomes of one's own, those decide", () => {
    const own = outcomesAt(500, 0.8, 0.8);
    expect(recommend(own, 0.8, overconfident(5_000))).toBeCloseTo(0.8, 1);
    expect(recommend(own, 0.8, overconfident(5_000))).toBeGreaterThan(0.78);
  });

  it("speed up what one's own begin to say", () => {
    const own = outcomesAt(6, 0.8, 0.5);
    expect(recommend(own, 0.8, overconfident(50))).toBeLessThan(recommend(own, 0.8) - 0.05);
  });

  it("are counted apart from one's own", () => {
    const own = overconfident(20);
    expect(basisOf(own)).toMatchObject({ outcomes: 20, score: 10, otherOutcomes: 0 });
    expect(basisOf(own, overconfident(7), [], overconfident(4))).toMatchObject({
      outcomes: 20,
      otherOutcomes: 11,
    });
  });
});

describe("a change", () => {
  const then = (first: number, next: number): Forecast[] => [
    ...outcomesAt(30, 0.9, first),
    ...outcomesAt(30, 0.9, next),
  ];

  it("for the better is recognised: 30 failures and then 30 successes at 0.9 leave it at about 0.9", () => {
    expect(basisOf(then(0, 1)).changed).toBeGreaterThan(0.9);
    expect(recommend(then(0, 1), 0.9)).toBeGreaterThan(0.88);
    expect(recommend(then(0, 1), 0.9)).toBeLessThan(0.95);
  });

  it("for the worse is recognised: 30 successes and then 30 failures give less than 0.4", () => {
    expect(basisOf(then(1, 0)).changed).toBeGreaterThan(0.9);
    expect(recommend(then(1, 0), 0.9)).toBeLessThan(0.4);
  });

  it("is not seen in outcomes that go on as before", () => {
    for (const rate of [0.3, 0.6, 0.9]) expect(basisOf(outcomesAt(60, 0.9, rate)).changed).toBeLessThan(0.1);
  });

  it("cannot be seen before there are five outcomes on either side of it", () => {
    const few = [...outcomesAt(4, 0.9, 0), ...outcomesAt(5, 0.9, 1)];
    expect(basisOf(few).changed).toBe(0);
    expect(basisOf([...outcomesAt(1, 0.9, 0), ...few]).changed).toBeGreaterThan(0);
  });
});

function repeated(bins: readonly BinSums[], times: number): BinSums[] {
  return bins.map((one) => ({
    outcomes: times * one.outcomes,
    score: times * one.score,
    confidence: times * one.confidence,
    squaredError: times * one.squaredError,
  }));
}

it("Mixtures are averaged without overflow, however much better one explains the outcomes", () => {
  const mixture = (logEvidence: number) => ({ mixture: { lines: [], logEvidence }, prior: 0.5 });
  expect(averageOf([mixture(-5_000), mixture(-10)]).probabilities).toEqual([0, 1]);
  expect(averageOf([mixture(-5_000), mixture(-5_000)]).probabilities).toEqual([0.5, 0.5]);
});
