import type { BetaMath, BetaShape } from "../../domain/ports.ts";

/** Gauss–Legendre nodes and weights on (0, 1); the integrand is smooth, so this many are exact to about 1e-9. */
const NODES = 48;

/** Loaded when first needed: most calls never ask for a quantile. */
export async function loadBetaMath(): Promise<BetaMath> {
  const cephes = await import("cephes");
  await cephes.compiled;
  const quantile = (probability: number, alpha: number, beta: number): number =>
    cephes.incbi(alpha, beta, probability);
  return {
    quantile,
    // P(X > Y) is the mean of Y's distribution function over X, taken along X's quantiles.
    probabilityGreater: (x: BetaShape, y: BetaShape) =>
      gaussLegendre.reduce(
        (sum, { at, weight }) => sum + weight * cephes.incbet(y.alpha, y.beta, quantile(at, x.alpha, x.beta)),
        0,
      ),
  };
}

const gaussLegendre = nodesAndWeights(NODES);

/** Roots of the Legendre polynomial by Newton's method, moved from (−1, 1) to (0, 1). */
function nodesAndWeights(n: number): readonly { at: number; weight: number }[] {
  return Array.from({ length: n }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let round = 0; round < 20; round++) {
      let [before, value] = [1, x];
      for (let k = 2; k <= n; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    return { at: (x + 1) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
  });
}
