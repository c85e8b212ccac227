export function roundTo(digits: number, value: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}

/** A share or probability in a reply: four decimal places are as precise as the data. */
export const roundedShare = (value: number): number => roundTo(4, value);

/**
 * Nine decimal places: enough to check the arithmetic, and free of floating-point noise, so that 0.80 − 0.75 is 0.05.
 */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null ? null : roundTo(9, value);
}

export const inPercent = (share: number): number => Math.round(share * 100);

/** For tables, and for values that are not known more precisely. */
export const wholePercent = (share: number): string => `${inPercent(share)} %`;

/** With one decimal place. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
