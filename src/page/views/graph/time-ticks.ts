export interface Tick {
  readonly at: number;
  readonly label: string;
}

const DAY = 86_400_000;
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (at: number): string => formatter.format(at);
};
const hour = format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const day = format({ day: "numeric", month: "short" });
const month = format({ month: "short", year: "numeric" });
const year = format({ year: "numeric" });

const DAYS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 7, 14];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

/** Round times between two times, at most so many: hours, days, Mondays, months or years. */
export function timeTicks(from: number, to: number, most: number): readonly Tick[] {
  const most1 = Math.max(1, most);
  const days = DAYS.find((length) => (to - from) / (length * DAY) <= most1);
  return days === undefined ? monthTicks(from, to, most1) : dayTicks(from, to, days);
}

function dayTicks(from: number, to: number, days: number): Tick[] {
  const step = days * DAY;
  // Weeks begin on Monday, and 1970 began on a Thursday.
  const shift = days >= 7 ? 4 * DAY : 0;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step)
    ticks.push({ at, label: days < 1 ? hour(at) : day(at) });
  return ticks;
}

function monthTicks(from: number, to: number, most: number): Tick[] {
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const end = new Date(to);
  const last = end.getUTCFullYear() * 12 + end.getUTCMonth();
  const step = MONTHS.find((length) => (last - first) / length <= most) ?? (MONTHS.at(-1) as number);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    const time = Date.UTC(Math.floor(at / 12), at % 12);
    if (time >= from) ticks.push({ at: time, label: step >= 12 ? year(time) : month(time) });
  }
  return ticks;
}
