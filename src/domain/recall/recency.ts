import { DAY_MS } from "../shared/time.ts";

const HALF_LIFE_DAYS = 30;

/** 1 today, 0.5 after 30 days, 0.25 after 60. */
export function recencyOf(createdAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - createdAt.getTime()) / DAY_MS;
  return 0.5 ** (age / HALF_LIFE_DAYS);
}

/** The weighted mean: weight 0 is relevance alone, weight 1 is recency alone. */
export function withRecency(relevance: number, recency: number, weight: number): number {
  return (1 - weight) * relevance + weight * recency;
}
