const draw = (full: number, width: number): string => "█".repeat(full).padEnd(width, "·");

/** A bar for a share from 0 to 1. */
export const bar = (share: number, width: number): string => draw(Math.round(share * width), width);

const COMPARED_WIDTH = 24;

/** A bar for a value relative to the greatest one. Any value above zero shows at least one cell. */
export const comparedBar = (value: number, most: number): string =>
  draw(most > 0 ? Math.ceil((value / most) * COMPARED_WIDTH) : 0, COMPARED_WIDTH);
