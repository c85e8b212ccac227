import fc from "fast-check";
import { BINS, binOf, type Tally } from "../../src/domain/calibration/calibration.ts";
import { roundForSum } from "../../src/domain/calibration/exact-sums.ts";

/** One outcome as far as it counts. */
export interface Forecast {
  readonly confidence?: number | undefined;
  readonly score: number;
}

export const score = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
export const forecast = fc.record({
  confidence: fc.oneof(
    fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  score,
});
export const forecasts = fc.array(forecast, { minLength: 1, maxLength: 80 });

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + roundForSum(value), 0);

/** The expected tally of outcomes, oldest first, counted one by one. */
export function tallied(made: readonly Forecast[], domain = "database", lastOutcomeAt?: Date): Tally {
  const half = made.slice(0, Math.floor(made.length / 2));
  return {
    domain,
    outcomes: made.length,
    score: sum(made.map((one) => one.score)),
    earlier: { outcomes: half.length, score: sum(half.map((one) => one.score)) },
    bins: Array.from({ length: BINS }, (_, bin) => {
      const own = made.flatMap((one) =>
        one.confidence !== undefined && binOf(one.confidence) === bin
          ? [{ score: one.score, confidence: one.confidence }]
          : [],
      );
      return {
        outcomes: own.length,
        score: sum(own.map((one) => one.score)),
        confidence: sum(own.map((one) => one.confidence)),
        squaredError: sum(own.map((one) => (one.confidence - one.score) ** 2)),
      };
    }),
    lastOutcomeAt,
  };
}
