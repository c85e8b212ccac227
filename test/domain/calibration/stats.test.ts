import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BINS, binOf, calibrate, MIN_OUTCOMES } from "../../../src/domain/calibration/calibration.ts";
import { calibrationStats, type DomainSums } from "../../../src/domain/calibration/stats.ts";

const outcomes = fc.array(
  fc.record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
);

describe("the calibration statistics of a memory", () => {
  it("have no success rate without outcomes", () => {
    const none = { domains: 0, successRate: undefined, overconfident: 0, underconfident: 0 };
    expect(calibrationStats([])).toEqual(none);
  });

  it("classify a domain like its own calibration does, once it has enough outcomes", () => {
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 6 }), (domains) => {
        const statuses = domains
          .filter((made) => made.length >= MIN_OUTCOMES)
          .map((made, i) => calibrate(tallyOf(`domain${i}`, made)).status);
        const stats = calibrationStats(domains.map((made, i) => sumsOf(`domain${i}`, made)));
        expect(stats.domains).toBe(domains.length);
        expect(stats.overconfident).toBe(statuses.filter((status) => status === "overconfident").length);
        expect(stats.underconfident).toBe(statuses.filter((status) => status === "underconfident").length);
      }),
    );
  });
});

type Made = readonly { readonly score: number; readonly confidence: number }[];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function sumsOf(domain: string, made: Made): DomainSums {
  const tally = tallyOf(domain, made);
  const stated = { stated: sum(tally.bins.map((bin) => bin.outcomes)) };
  return {
    domain,
    outcomes: made.length,
    score: tally.score,
    ...stated,
    confidence: sum(tally.bins.map((bin) => bin.confidence)),
  };
}

function tallyOf(domain: string, made: Made) {
  return {
    domain,
    outcomes: made.length,
    score: sum(made.map(({ score }) => score)),
    earlier: { outcomes: 0, score: 0 },
    bins: Array.from({ length: BINS }, (_, bin) => {
      const inside = made.filter(({ confidence }) => binOf(confidence) === bin);
      return {
        outcomes: inside.length,
        score: sum(inside.map(({ score }) => score)),
        confidence: sum(inside.map(({ confidence }) => confidence)),
        squaredError: 0,
      };
    }),
  };
}
