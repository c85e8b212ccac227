import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/shared/time.ts";

/** How long something took or is past, in one unit: `40 s`, `12 min`, `5 h`, `3 days`. */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

/** A time of the last day without its date. */
export function momentText(at: Date, now: Date): string {
  const text = at.toISOString();
  const time = `${text.slice(11, 16)} UTC`;
  return now.getTime() - at.getTime() < DAY_MS ? time : `${text.slice(0, 10)} ${time}`;
}
