/** The probability of `count` or more events in a Poisson distribution with this mean. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  // Up to the mean the lower side is the shorter sum, and it loses no precision.
  if (count <= mean) {
    let below = 0;
    for (let i = 0; i < count; i++) below += pointProbability(i, mean);
    return Math.max(0, 1 - below);
  }
  let term = pointProbability(count, mean);
  let tail = 0;
  for (let i = count; term > tail * Number.EPSILON; i++) {
    tail += term;
    term *= mean / (i + 1);
  }
  return Math.min(1, tail);
}

function pointProbability(count: number, mean: number): number {
  let logFactorial = 0;
  for (let i = 2; i <= count; i++) logFactorial += Math.log(i);
  return Math.exp(count * Math.log(mean) - mean - logFactorial);
}
