const UNIT = 2 ** 32;

/**
 * Every value is rounded to a multiple of 2⁻³² before it is summed. Sums of up to two million such values between 0 and
 * 1 are exact in a double, so they do not depend on the order of the additions, and removing a value gives back the same
 * bits as before it was added. The store also rounds in SQL, so this must be arithmetic that SQL does in the same way:
 * `Math.round` and SQL's `round` differ just below a half.
 */
export function roundForSum(value: number): number {
  return Math.trunc(value * UNIT + 0.5) / UNIT;
}
