import type { BetaMath, BetaShape } from "../shared/ports.ts";

/**
 * Nodes of the tanh–sinh quadrature on (0, 1). A quantile function is steep at both ends, where rules for smooth
 * functions lose digits and this one does not: with these steps it is exact to about 1e-10, even if one rate is known far
 * better than the other.
 */
const STEP = 1 / 16;
const REACH = 3.25;

/** Loaded on first use: most calls never need a quantile. */
export async function loadBetaMath(): Promise<BetaMath> {
  const cephes = await import("cephes");
  await cephes.compiled;
  // Computed from the nearer end, because the library is precise close to 0 but not close to 1.
  const quantile = (below: number, above: number, { alpha, beta }: BetaShape): number =>
    below <= above ? cephes.incbi(alpha, beta, below) : 1 - cephes.incbi(beta, alpha, above);
  return {
    quantile: (probability, alpha, beta) => quantile(probability, 1 - probability, { alpha, beta }),
    probabilityBelow: (limit, { alpha, beta }) => cephes.incbet(alpha, beta, limit),
    // P(X > Y) is the mean of Y's distribution function over X, taken along X's quantiles.
    probabilityGreater: (x, y) =>
      tanhSinh.reduce(
        (sum, { below, above, weight }) =>
          sum + weight * cephes.incbet(y.alpha, y.beta, quantile(below, above, x)),
        0,
      ),
  };
}

const tanhSinh = nodesAndWeights();

function nodesAndWeights(): readonly { below: number; above: number; weight: number }[] {
  const half = Math.round(REACH / STEP);
  return Array.from({ length: 2 * half + 1 }, (_, i) => {
    const t = (i - half) * STEP;
    const below = 1 / (1 + Math.exp(-Math.PI * Math.sinh(t)));
    const above = 1 / (1 + Math.exp(Math.PI * Math.sinh(t)));
    return { below, above, weight: STEP * Math.PI * Math.cosh(t) * below * above };
  });
}
