import fc from "fast-check";
import { BINS, binOf, roundForSum, type Tally } from "../../src/calibration/rules/calibration.ts";
import { type ConfidenceEvidence, MOST_RECENT } from "../../src/calibration/rules/recalibration.ts";

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
    counts: {
      worked: made.filter((one) => one.score === 1).length,
      partly: made.filter((one) => one.score > 0 && one.score < 1).length,
      failed: made.filter((one) => one.score === 0).length,
    },
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

/** What a store would say of these outcomes, oldest first, and of those elsewhere. */
export function evidenceOf(
  own: readonly Forecast[],
  ...elsewhere: (readonly Forecast[])[]
): ConfidenceEvidence {
  return {
    own: tallied(own).bins,
    recent: own
      .flatMap((one) =>
        one.confidence === undefined ? [] : [{ confidence: one.confidence, score: one.score }],
      )
      .slice(-MOST_RECENT),
    elsewhere: elsewhere.map((made) => tallied(made).bins),
  };
}

/** A number of outcomes at one confidence, of which a share succeeded, evenly spread. */
export const outcomesAt = (count: number, confidence: number, rate: number): Required<Forecast>[] =>
  Array.from({ length: count }, (_, i) => ({
    confidence,
    score: Math.floor((i + 1) * rate + 1e-9) - Math.floor(i * rate + 1e-9),
  }));
