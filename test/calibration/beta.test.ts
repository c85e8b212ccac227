import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadBetaMath } from "../../src/calibration/beta.ts";
import type { BetaMath } from "../../src/shared/ports.ts";

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

function choose(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return product;
}

/** The distribution function for whole α and β: the chance of at least α successes in α + β − 1 trials. */
function share(x: number, alpha: number, beta: number): number {
  const trials = alpha + beta - 1;
  let sum = 0;
  for (let k = alpha; k <= trials; k++) sum += choose(trials, k) * x ** k * (1 - x) ** (trials - k);
  return sum;
}

/** P(X > Y) for whole shapes, term by term, as products so that nothing overflows. */
function chanceGreater(x: readonly [number, number], y: readonly [number, number]): number {
  const [a, b] = x;
  const [c, d] = y;
  const betaOf = (p: number, q: number): number => {
    let value = 1 / q;
    for (let i = 1; i < p; i++) value *= i / (q + i);
    return value;
  };
  let sum = 0;
  for (let i = 0; i < a; i++) sum += betaOf(c + i, b + d) / ((b + i) * betaOf(1 + i, b) * betaOf(c, d));
  return sum;
}

describe("quantiles", () => {
  // Exact limits of a binomial proportion as textbooks print them: x of n, lower from Beta(x, n − x + 1), upper from
  // Beta(x + 1, n − x).
  it.each([
    [1, 10, 0.0025, 0.445],
    [2, 10, 0.0252, 0.5561],
    [3, 10, 0.0667, 0.6525],
    [5, 10, 0.1871, 0.8129],
  ])("are those of the printed tables: %d of %d", (successes, n, low, high) => {
    expect(math.quantile(0.025, successes, n - successes + 1)).toBeCloseTo(low, 4);
    expect(math.quantile(0.975, successes + 1, n - successes)).toBeCloseTo(high, 4);
  });

  it.each([0.001, 0.025, 0.3, 0.5, 0.975, 0.999])("have the closed forms that some shapes have: %d", (p) => {
    expect(math.quantile(p, 1, 1)).toBeCloseTo(p, 12);
    expect(math.quantile(p, 7, 1)).toBeCloseTo(p ** (1 / 7), 12);
    expect(math.quantile(p, 1, 7)).toBeCloseTo(1 - (1 - p) ** (1 / 7), 12);
    expect(math.quantile(p, 0.5, 0.5)).toBeCloseTo(Math.sin((Math.PI * p) / 2) ** 2, 12);
    expect(math.quantile(p, 2, 2)).toBeCloseTo(0.5 - Math.sin(Math.asin(1 - 2 * p) / 3), 12);
  });

  it("have exactly their share below them", () => {
    const shape = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.constantFrom(0.025, 0.975), shape, shape, (p, alpha, beta) => {
        expect(share(math.quantile(p, alpha, beta), alpha, beta)).toBeCloseTo(p, 9);
      }),
    );
  });

  it("hold at the far end of a lopsided shape", () => {
    for (const rest of [1e-3, 1e-6, 1e-9]) {
      expect(math.quantile(1 - rest, 1, 201)).toBeCloseTo(1 - rest ** (1 / 201), 6);
    }
  });
});

describe("the probability that one rate is greater than another", () => {
  it.each([
    [[2, 2], [1, 3], 4 / 5],
    [[1, 3], [2, 2], 1 / 5],
    [[2, 1], [1, 2], 5 / 6],
    [[1, 1], [4, 1], 1 / 5],
    [[5, 5], [5, 5], 1 / 2],
  ] as const)("is exact where it is a simple fraction: %j against %j is %d", (x, y, chance) => {
    const found = math.probabilityGreater({ alpha: x[0], beta: x[1] }, { alpha: y[0], beta: y[1] });
    expect(found).toBeCloseTo(chance, 12);
  });

  it("equals the sum of its terms, and is the rest of the opposite", () => {
    const shape = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(shape, shape, (x, y) => {
        const [first, second] = [
          { alpha: x[0], beta: x[1] },
          { alpha: y[0], beta: y[1] },
        ];
        const found = math.probabilityGreater(first, second);
        expect(found).toBeCloseTo(chanceGreater(x, y), 8);
        expect(found + math.probabilityGreater(second, first)).toBeCloseTo(1, 8);
      }),
    );
  });

  it("is settled by tens of thousands of outcomes", () => {
    const chance = math.probabilityGreater({ alpha: 8_000, beta: 6_000 }, { alpha: 7_800, beta: 6_200 });
    // The normal approximation is good to three digits there: z = 0.0142857 / √(2 · 0.00418²).
    expect(chance).toBeGreaterThan(0.99);
    expect(math.probabilityGreater({ alpha: 1, beta: 201 }, { alpha: 71, beta: 131 })).toBeLessThan(1e-12);
  });
});
