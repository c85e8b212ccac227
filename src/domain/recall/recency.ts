import { DAY_MS } from "../shared/time.ts";

/** After this many days a decision is half as recent as on the day it was made. */
const HALF_LIFE_DAYS = 30;

/** 1 today, a half after thirty days, a quarter after sixty. */
export function recencyOf(createdAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - createdAt.getTime()) / DAY_MS;
  return 0.5 ** (age / HALF_LIFE_DAYS);
}

/** Relevance and recency, mixed: weight 0 looks at relevance alone, weight 1 at recency alone. */
export function withRecency(relevance: number, recency: number, weight: number): number {
  return (1 - weight) * relevance + weight * recency;
}
