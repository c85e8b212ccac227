export function roundTo(digits: number, value: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}

/** A share or a probability as replies state it: four digits say all that is known. */
export const roundedShare = (value: number): number => roundTo(4, value);

/**
 * Enough digits for whoever checks the arithmetic, and none of what adding up binary fractions leaves behind: 0.80 and
 * 0.75 are as far apart as they look.
 */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null ? null : roundTo(9, value);
}
