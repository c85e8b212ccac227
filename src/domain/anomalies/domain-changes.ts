import { DAY_MS } from "../shared/time.ts";
import type { ScoredOutcome } from "./anomaly.ts";
import { CHANGE_WINDOW, type ChangeRule, changesAfterEach } from "./change-point.ts";

/** A domain without a new outcome for so long says nothing about today. */
export const SILENT_AFTER_DAYS = 90;

/** A change in the outcomes of a domain, at its most likely place. */
export interface DomainChange<T> {
  readonly domain: string;
  readonly odds: number;
  /** Oldest first. */
  readonly before: readonly T[];
  readonly after: readonly T[];
  /** When the first outcome after it came, such as `3 May`. */
  readonly since: string;
}

/** `recent` has the newest first. */
export function domainChanges<T extends ScoredOutcome>(
  recent: readonly T[],
  rule: ChangeRule<T>,
  now: Date,
): DomainChange<T>[] {
  return [...outcomesByDomain(recent)].flatMap(([domain, newestFirst]) => {
    const outcomes = newestFirst.slice(0, CHANGE_WINDOW).reverse();
    const change = changesAfterEach(outcomes, rule).at(-1);
    const [first, last] = [outcomes[change?.from ?? 0], outcomes.at(-1)];
    if (!change || !first || !last || now.getTime() - last.at.getTime() > SILENT_AFTER_DAYS * DAY_MS)
      return [];
    const [before, after] = [outcomes.slice(0, change.from), outcomes.slice(change.from)];
    return [{ domain, odds: change.odds, before, after, since: dayOf(first.at, now) }];
  });
}

function outcomesByDomain<T extends ScoredOutcome>(recent: readonly T[]): Map<string, T[]> {
  const domains = new Map<string, T[]>();
  for (const outcome of recent) {
    const inDomain = domains.get(outcome.domain) ?? [];
    inDomain.push(outcome);
    domains.set(outcome.domain, inDomain);
  }
  return domains;
}

/** In UTC, with the year only where it is not this one. */
function dayOf(date: Date, now: Date): string {
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return date.toLocaleDateString("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(!sameYear && { year: "numeric" }),
  });
}
