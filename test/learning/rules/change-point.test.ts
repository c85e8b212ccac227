import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FALLING_RATE, WIDENING_GAP } from "../../../src/learning/rules/anomaly-detectors.ts";
import {
  CHANGE_WINDOW,
  type ChangeRule,
  changesAfterEach,
  MIN_AFTER,
  MIN_BEFORE,
} from "../../../src/learning/rules/change-point.ts";

/** The same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Scored {
  readonly score: number;
}

const scores = (...values: readonly number[]): Scored[] => values.map((score) => ({ score }));
const repeated = (count: number, ...values: readonly number[]): Scored[] =>
  Array.from({ length: count }, () => scores(...values)).flat();
const fall = (made: readonly Scored[]) => changesAfterEach(made, FALLING_RATE).at(-1);
const meanOf = (made: readonly Scored[]): number =>
  made.reduce((sum, { score }) => sum + score, 0) / made.length;
const share = (runs: number, happens: () => boolean): number =>
  Array.from({ length: runs }, happens).filter(Boolean).length / runs;

describe("a change of rate", () => {
  it("is placed where the rate fell", () => {
    const made = [...repeated(4, 1, 1, 1, 1, 0), ...repeated(5, 0, 0)];
    // The failure that ends the better time may belong to either side, and more likely to the worse one.
    expect(fall(made)?.from).toBe(19);
    expect(fall([...repeated(5, 0, 1, 1, 1), ...repeated(5, 0, 0)])?.from).toBe(20);
  });

  it("is never found in scores that do not fall", () => {
    const rising = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: CHANGE_WINDOW });
    fc.assert(
      fc.property(rising, (values) => {
        expect(changesAfterEach(scores(...values.sort((a, b) => a - b)), FALLING_RATE).some(Boolean)).toBe(
          false,
        );
      }),
      { numRuns: 50 },
    );
  });

  it("is a fall with enough outcomes on both sides and finite odds, whatever the scores are", () => {
    const extreme = fc.constantFrom(0, 1, 0.5, Number.MIN_VALUE, 1 - Number.EPSILON);
    const falling = fc.tuple(fc.array(extreme, { maxLength: 50 }), fc.nat(50), fc.nat(50));
    fc.assert(
      fc.property(falling, ([any, good, bad]) => {
        const made = [...repeated(good, 1), ...repeated(bad, 0), ...scores(...any)].slice(0, CHANGE_WINDOW);
        changesAfterEach(made, FALLING_RATE).forEach((change, last) => {
          if (!change) return;
          expect(change.odds).toBeGreaterThan(0);
          expect(Number.isFinite(change.odds)).toBe(true);
          expect(change.from).toBeGreaterThanOrEqual(MIN_BEFORE);
          expect(last + 1 - change.from).toBeGreaterThanOrEqual(MIN_AFTER);
          expect(meanOf(made.slice(change.from, last + 1))).toBeLessThan(meanOf(made.slice(0, change.from)));
        });
      }),
      { numRuns: 50 },
    );
  });

  it("is the same whatever came after it was looked for", () => {
    const made = [...repeated(4, 1, 1, 1, 1, 0), ...repeated(5, 0, 0)];
    const all = changesAfterEach(made, FALLING_RATE);
    made.forEach((_, last) => {
      expect(fall(made.slice(0, last + 1))).toEqual(all[last]);
    });
  });
});

describe("a reported change", () => {
  const before = repeated(4, 1, 1, 1, 1, 0);
  const firstReported = (made: readonly Scored[]): Scored[] =>
    made.slice(0, 1 + changesAfterEach(made, FALLING_RATE).findIndex(Boolean));
  const justFallen = firstReported([...before, ...repeated(10, 0, 0, 1)]);

  it("is not forgotten because of one success", () => {
    expect(fall(justFallen)).toBeDefined();
    expect(fall([...justFallen, { score: 1 }])).toBeDefined();
    expect(fall([...justFallen, { score: 1 }, { score: 0 }])).toBeDefined();
  });

  it("ends when the rate has recovered", () => {
    expect(fall([...justFallen, ...repeated(3, 1, 1, 1, 1, 0)])).toBeUndefined();
  });

  it("ends when the lower rate has become the usual one", () => {
    const later = [...before, ...repeated(CHANGE_WINDOW, 0)];
    expect(fall(later.slice(0, CHANGE_WINDOW))).toBeDefined();
    expect(fall(later.slice(-CHANGE_WINDOW))).toBeUndefined();
  });
});

describe("simulated projects of six domains with 30 outcomes, looked at after each", () => {
  const PROJECTS = 800;
  const MOST = 0.05;

  function falseAlarms<T extends Scored>(rule: ChangeRule<T>, draw: (domain: number) => T): number {
    return share(PROJECTS, () =>
      [0, 1, 2, 3, 4, 5].some((domain) =>
        changesAfterEach(
          Array.from({ length: 30 }, () => draw(domain)),
          rule,
        ).some(Boolean),
      ),
    );
  }

  it("rarely have a false alarm about a rate, with steady rates from 0.3 to 0.95", () => {
    const random = seeded(1);
    const drawn = (domain: number) => ({ score: random() < 0.3 + 0.13 * domain ? 1 : 0 });
    expect(falseAlarms(FALLING_RATE, drawn)).toBeLessThanOrEqual(MOST);
  });

  it("have none where scores are partial and vary less", () => {
    const random = seeded(2);
    const drawn = (domain: number) => ({ score: 0.2 + 0.1 * domain + 0.2 * random() });
    expect(falseAlarms(FALLING_RATE, drawn)).toBe(0);
  });

  it("rarely have a false alarm about confidence, with calibrated deciders", () => {
    const random = seeded(3);
    const drawn = () => {
      const statedConfidence = 0.5 + 0.05 * Math.floor(10 * random());
      return { statedConfidence, score: random() < statedConfidence ? 1 : 0 };
    };
    expect(falseAlarms(WIDENING_GAP, drawn)).toBeLessThanOrEqual(MOST);
  });

  it.each([
    [0.2, 15, 0.8],
    [0.4, 30, 0.6],
  ])("show a fall from 0.8 to %d within %d outcomes in a share of %d or more", (to, within, least) => {
    const random = seeded(4);
    const found = share(PROJECTS, () => {
      const made = Array.from({ length: 20 + within }, (_, n) => ({
        score: random() < (n < 20 ? 0.8 : to) ? 1 : 0,
      }));
      return changesAfterEach(made, FALLING_RATE).slice(20).some(Boolean);
    });
    expect(found).toBeGreaterThanOrEqual(least);
  });
});
