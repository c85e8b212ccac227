const drawn = (full: number, width: number): string => "█".repeat(full).padEnd(width, "·");

/** A share of 1. */
export const bar = (share: number, width: number): string => drawn(Math.round(share * width), width);

const COMPARED = 24;

/** A value beside the greatest one; what is there at all can be seen. */
export const comparedBar = (value: number, most: number): string =>
  drawn(most > 0 ? Math.ceil((value / most) * COMPARED) : 0, COMPARED);
