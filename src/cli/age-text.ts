import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/shared/time.ts";

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
