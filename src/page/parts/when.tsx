import { createStore, useStore } from "../state/store.ts";

const SECOND = 1_000;
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400 * SECOND],
  ["month", 30 * 86_400 * SECOND],
  ["week", 7 * 86_400 * SECOND],
  ["day", 86_400 * SECOND],
  ["hour", 3_600 * SECOND],
  ["minute", 60 * SECOND],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** `3 days ago`, `in 2 weeks`. */
function relativeTime(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime();
  const step = STEPS.find(([, length]) => Math.abs(distance) >= length);
  return step ? relative.format(Math.trunc(distance / step[1]), step[0]) : "just now";
}

/** One clock for all times on the page. */
const minute = createStore(new Date());
setInterval(() => minute.set(new Date()), 30 * SECOND);

/** How long ago, with the exact time where somebody points at it. */
export function When({ at }: { readonly at: string }) {
  const now = useStore(minute);
  const date = new Date(at);
  return (
    <time class="when" dateTime={at} title={exact.format(date)}>
      {relativeTime(date, now > date || date.getTime() - now.getTime() > 60 * SECOND ? now : date)}
    </time>
  );
}
