const STEPS = 100;
const STEP_SIZE = 4;
const MOMENTUM = 0.9;
/** Keeps the weights small, so that they hold for wordings that no example has. */
const SHRINKAGE = 1e-3;

/**
 * Fits a logistic regression that tells bad examples from fine ones, whatever they are about. Both kinds count alike.
 * `rows` are the quantised vectors, `isBad` says for each of them what it is.
 */
export function fitLeaning(rows, dimensions, isBad) {
  const weights = new Float64Array(dimensions + 1);
  const velocity = new Float64Array(dimensions + 1);
  const bad = isBad.filter(Boolean).length;
  const share = isBad.map((is) => 0.5 / (is ? bad : isBad.length - bad));
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, i) => (i < dimensions ? SHRINKAGE * weight : 0));
    for (let row = 0; row < isBad.length; row++) {
      const at = row * dimensions;
      let sum = weights[dimensions];
      for (let i = 0; i < dimensions; i++) sum += (weights[i] * rows[at + i]) / 127;
      const error = (1 / (1 + Math.exp(-sum)) - (isBad[row] ? 1 : 0)) * share[row];
      for (let i = 0; i < dimensions; i++) gradient[i] += (error * rows[at + i]) / 127;
      gradient[dimensions] += error;
    }
    for (let i = 0; i <= dimensions; i++) {
      velocity[i] = MOMENTUM * velocity[i] - STEP_SIZE * gradient[i];
      weights[i] += velocity[i];
    }
  }
  const rounded = [...weights].map((weight) => Number(weight.toFixed(4)));
  return { weights: rounded.slice(0, dimensions), offset: rounded[dimensions] };
}
