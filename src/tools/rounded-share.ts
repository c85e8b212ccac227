/** A share or a probability as replies state it: four digits say all that is known. */
export const roundedShare = (value: number): number => Math.round(value * 1e4) / 1e4;
