import { Fault } from "./errors.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

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

/** The time in the field `since`. @throws Fault `invalid`. */
export function sinceTime(text: string, now: Date): Date {
  const at = timeOf(text, "before", now);
  if (at) return at;
  throw new Fault("invalid", `${JSON.stringify(text)} is not a time.`, {
    field: "since",
    received: text,
    reason: "invalid_time",
    hint: "Give a duration such as 7d or 2h, or a date such as 2026-01-31 or 2026-01-31T12:00:00Z.",
  });
}
