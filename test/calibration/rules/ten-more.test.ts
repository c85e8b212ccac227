import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/beta.ts";
import { credibleInterval, posterior } from "../../../src/calibration/rules/calibration.ts";
import { withMore } from "../../../src/calibration/rules/calibration-chart.ts";
import { judgeConfidence } from "../../../src/calibration/rules/confidence-advice.ts";
import { recalibrationOf } from "../../../src/calibration/rules/recalibration.ts";
import type { BetaMath } from "../../../src/shared/ports.ts";
import { evidenceOf, type Forecast, outcomesAt, tallied } from "../../support/forecasts.ts";

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

const statusOf = (made: readonly Forecast[], stated: number | null) =>
  judgeConfidence(recalibrationOf(evidenceOf(made)), stated).status;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("Ten more outcomes", () => {
  it("have as many successes as not, with every number equally probable, before any outcome", () => {
    const { courses } = withMore({ outcomes: 0, score: 0 }, evidenceOf([]), null, math);
    expect(courses.map(({ successes }) => successes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { probability } of courses) expect(probability).toBeCloseTo(1 / 11, 12);
  });

  it("have probabilities that add up to one, around the rate so far, and an interval of the mean width", () => {
    const sums = fc
      .record({ outcomes: fc.nat(3_000), share: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ outcomes, share }) => ({ outcomes, score: Math.round(outcomes * share) }));
    fc.assert(
      fc.property(sums, (so) => {
        const { courses, interval, expectedWidth, more } = withMore(so, evidenceOf([]), null, math);
        expect(more).toBe(10);
        expect(sum(courses.map(({ probability }) => probability))).toBeCloseTo(1, 9);
        expect(sum(courses.map(({ probability, successes }) => probability * successes))).toBeCloseTo(
          10 * posterior(so).mean,
          7,
        );
        expect(interval).toEqual(credibleInterval(posterior(so), math));
        expect(expectedWidth).toBeCloseTo(
          sum(courses.map(({ probability, interval: [low, high] }) => probability * (high - low))),
          12,
        );
      }),
      { numRuns: 30 },
    );
  });

  it("narrow the interval as outcomes do that were recorded", () => {
    const { courses } = withMore({ outcomes: 20, score: 15 }, evidenceOf([]), null, math);
    for (const { successes, interval } of courses)
      expect(interval).toEqual(credibleInterval(posterior({ outcomes: 30, score: 15 + successes }), math));
  });

  it.each([
    [30, 0.9, 0.7],
    [12, 0.8, 0.8],
    [200, 0.6, 0.75],
    [4, 1, 0.5],
  ])(
    "after %i at %d of which %d succeeded say of confidence what they would say as recorded",
    (count, stated, rate) => {
      const made = outcomesAt(count, stated, rate);
      const { outcomes, score } = tallied(made);
      const { status, courses } = withMore({ outcomes, score }, evidenceOf(made), stated, math);
      expect(status).toBe(statusOf(made, stated));
      expect(courses.map((course) => course.status)).toEqual(
        courses.map(({ successes }) =>
          statusOf([...made, ...outcomesAt(10, stated, successes / 10)], stated),
        ),
      );
    },
  );
});
