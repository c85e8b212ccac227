import { DAY_MS, HOUR_MS } from "./time.ts";

const DURATION = /^(\d{1,5})([hd])$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/** The milliseconds of a duration such as `12h` or `30d`; undefined if the text is none. */
export function durationOf(text: string): number | undefined {
  const [, count, unit] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (unit === "h" ? HOUR_MS : DAY_MS);
}

/** An ISO date, or a time that is a duration `before` or `after` now. Undefined if the text is neither. */
export function timeOf(text: string, direction: "before" | "after", now: Date): Date | undefined {
  const ms = durationOf(text);
  if (ms !== undefined) return new Date(now.getTime() + (direction === "after" ? ms : -ms));
  const date = new Date(DATE.test(text) ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
