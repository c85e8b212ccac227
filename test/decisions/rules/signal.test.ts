import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  estimateSuccess,
  LIKELIHOOD_RATIOS,
  SIGNAL_TYPES,
  VALENCES,
} from "../../../src/decisions/rules/signal.ts";

const type = fc.constantFrom(...SIGNAL_TYPES);
const signal = fc.record({ type, valence: fc.constantFrom(...VALENCES) });
const signals = fc.array(signal, { maxLength: 30 });
/** A posterior mean from the uniform prior is never 0 or 1. */
const rate = fc.double({ min: 0.0001, max: 0.9999, noNaN: true });
const positive = { valence: "positive" } as const;
const negative = { valence: "negative" } as const;

describe("CONTRACTS 4.5: the likelihood ratios", () => {
  it.each(SIGNAL_TYPES)("of %s speak for success when positive and against it when negative", (name) => {
    const { positive: good, negative: bad, because } = LIKELIHOOD_RATIOS[name];
    expect(good).toBeGreaterThan(1);
    expect(bad).toBeLessThan(1);
    expect(bad).toBeGreaterThan(0);
    expect(because.length, "each has its reason").toBeGreaterThan(20);
  });

  it("exist for exactly the six types of the document", () => {
    expect(Object.keys(LIKELIHOOD_RATIOS)).toEqual([
      "pr_created",
      "pr_merged",
      "ci_passed",
      "ci_failed",
      "incident",
      "performance",
    ]);
  });
});

describe("CONTRACTS 4.5: the estimated success", () => {
  it("is the domain's own rate without signals", () => {
    fc.assert(
      fc.property(rate, (own) => {
        expect(estimateSuccess(own, [])).toBeCloseTo(own, 12);
      }),
    );
  });

  it("is the domain's odds times the ratio after one signal", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 0.9, noNaN: true }), type, (own, name) => {
        const odds = (own / (1 - own)) * LIKELIHOOD_RATIOS[name].positive;
        expect(estimateSuccess(own, [{ type: name, ...positive }])).toBeCloseTo(odds / (1 + odds), 12);
      }),
    );
  });

  it("counts each repetition half as much as the one before", () => {
    const odds = LIKELIHOOD_RATIOS.ci_passed.positive ** 1.75;
    const three = Array.from({ length: 3 }, () => ({ type: "ci_passed", ...positive }) as const);
    expect(estimateSuccess(0.5, three)).toBeCloseTo(odds / (1 + odds), 12);
  });

  it("never falls with a positive signal and never rises with a negative one", () => {
    fc.assert(
      fc.property(rate, signals, type, (own, before, name) => {
        const estimate = estimateSuccess(own, before);
        const better = estimateSuccess(own, [...before, { type: name, ...positive }]);
        const worse = estimateSuccess(own, [...before, { type: name, ...negative }]);
        expect(better).toBeGreaterThanOrEqual(estimate - 1e-12);
        expect(worse).toBeLessThanOrEqual(estimate + 1e-12);
      }),
    );
  });

  it("is not lowered by a positive signal in a domain that nearly always succeeds, nor raised by a negative one in a domain that never does", () => {
    expect(estimateSuccess(0.995, [{ type: "ci_passed", ...positive }])).toBeCloseTo(0.995, 12);
    expect(estimateSuccess(0.005, [{ type: "incident", ...negative }])).toBeCloseTo(0.005, 12);
  });

  it("does not move with a neutral signal", () => {
    fc.assert(
      fc.property(rate, signals, type, (own, before, name) => {
        const after = estimateSuccess(own, [...before, { type: name, valence: "neutral" }]);
        expect(after).toBe(estimateSuccess(own, before));
      }),
    );
  });

  it("does not depend on the order of the signals", () => {
    const shuffled = signals.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(rate, shuffled, (own, [one, other]) => {
        expect(estimateSuccess(own, one)).toBeCloseTo(estimateSuccess(own, other), 12);
      }),
    );
  });

  it("stays between 0.02 and 0.98, unless the rate of the domain is outside", () => {
    fc.assert(
      fc.property(rate, signals, (own, given) => {
        const estimate = estimateSuccess(own, given);
        expect(estimate).toBeGreaterThanOrEqual(Math.min(0.02, own));
        expect(estimate).toBeLessThanOrEqual(Math.max(0.98, own));
      }),
    );
  });

  it("rises with the rate of the domain", () => {
    fc.assert(
      fc.property(rate, rate, signals, (one, other, given) => {
        const [low, high] = one <= other ? [one, other] : [other, one];
        expect(estimateSuccess(low, given)).toBeLessThanOrEqual(estimateSuccess(high, given) + 1e-12);
      }),
    );
  });
});
