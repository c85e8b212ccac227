/** Counts, ages, times and bars, as people read them. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../shared/time.ts";

/** `1 decision`, `3 decisions`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** From the longest to the shortest. Months and years are those of the average calendar. */
const UNITS = [
  ["y", 365.25 * DAY_MS],
  ["mo", 30.44 * DAY_MS],
  ["d", DAY_MS],
  ["h", HOUR_MS],
  ["min", MINUTE_MS],
] as const;

/** How long ago something was, in the greatest unit that fits: `3d`, `5mo`. */
export function ageText(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  const [unit, length] = UNITS.find(([, shortest]) => ms >= shortest) ?? [];
  return length === undefined ? "now" : `${Math.floor(ms / length)}${unit}`;
}

/** `just now`, or how long ago. */
export const agoText = (at: Date, now: Date): string => {
  const age = ageText(at, now);
  return age === "now" ? "just now" : `${age} ago`;
};

/** To the minute: `2026-03-01 09:00`. It is in UTC, which a sentence has to say itself. */
export const minuteText = (at: Date): string => at.toISOString().slice(0, 16).replace("T", " ");

const draw = (full: number, width: number): string => "█".repeat(full).padEnd(width, "·");

/** A bar for a share from 0 to 1. */
export const bar = (share: number, width: number): string => draw(Math.round(share * width), width);

const COMPARED_WIDTH = 24;

/** A bar for a value relative to the greatest one. Any value above zero shows at least one cell. */
export const comparedBar = (value: number, most: number): string =>
  draw(most > 0 ? Math.ceil((value / most) * COMPARED_WIDTH) : 0, COMPARED_WIDTH);
