import type { InputOf } from "../../net/call.ts";

type ListInput = InputOf<"list-decisions">;

/** The filters of the list, as the address has them. Empty texts are left out of it. */
export interface Filters {
  readonly q: string;
  readonly domain: string;
  readonly standing: string;
  readonly outcome: string;
  readonly author: string;
  readonly time: string;
  readonly since: string;
  readonly until: string;
  /** How the text is looked for: by meaning, or as `text`. */
  readonly how: string;
}

export const FILTER_NAMES = [
  "q",
  "domain",
  "standing",
  "outcome",
  "author",
  "time",
  "since",
  "until",
  "how",
] as const satisfies readonly (keyof Filters)[];

/** Times that can be chosen, in days. `between` takes the two dates. */
const TIMES = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const;
export const BETWEEN = "between";

export function filtersIn(query: URLSearchParams): Filters {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ""])) as unknown as Filters;
}

export const isFiltered = (filters: Filters): boolean => FILTER_NAMES.some((name) => filters[name] !== "");

const DAY = 86_400_000;

/** The input of the call. Times begin with a day, so that the question stays the same until the next one. */
export function listInput(filters: Filters, now: Date): Omit<ListInput, "limit" | "cursor" | "offset"> {
  const { q, how, domain, standing, outcome, author } = filters;
  return {
    ...(q.trim() && how === "text" && { text: q.trim() }),
    ...(domain && { domain }),
    ...(standing && { standing: standing as NonNullable<ListInput["standing"]> }),
    ...(outcome && { outcome: outcome as NonNullable<ListInput["outcome"]> }),
    ...(author && { author }),
    ...timesOf(filters, now),
  };
}

function timesOf({ time, since, until }: Filters, now: Date): { since?: string; until?: string } {
  if (time === BETWEEN) {
    return {
      ...(dayOf(since) && { since: dayOf(since)?.toISOString() as string }),
      // The last day belongs to the time.
      ...(dayOf(until) && { until: new Date((dayOf(until)?.getTime() ?? 0) + DAY).toISOString() }),
    };
  }
  if (!Object.hasOwn(TIMES, time)) return {};
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { since: new Date(today.getTime() - TIMES[time as keyof typeof TIMES] * DAY).toISOString() };
}

function dayOf(date: string): Date | undefined {
  const day = new Date(`${date}T00:00:00`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}
