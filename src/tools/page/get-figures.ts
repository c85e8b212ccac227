import * as z from "zod";
import { getStats } from "../../app/calibration/get-stats.ts";
import { hasRole } from "../../domain/shared/actor.ts";
import { roundTo } from "../../domain/shared/rounding.ts";
import { definePageCall } from "./page-call.ts";

export interface DayResult {
  /** The day it begins with, in UTC. */
  readonly date: string;
  readonly decisions: number;
  readonly outcomes: number;
  readonly contexts: number;
}

export interface GetFiguresResult {
  readonly last_day: Omit<DayResult, "date">;
  /** The oldest first, today included. */
  readonly days: readonly DayResult[];
  readonly domains: number;
  readonly success_rate: number | null;
  readonly outcomes: number;
  readonly overconfident: number;
  readonly underconfident: number;
  /** Of the server since it started. Null for who may not know what others do. */
  readonly server: {
    readonly requests: number;
    /** In milliseconds, over the last ten minutes. */
    readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
    readonly tools: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[];
    readonly caches: readonly { readonly cache: string; readonly hits: number; readonly misses: number }[];
  } | null;
}

export const getFiguresCall = definePageCall({
  name: "get-figures",
  effect: "read",
  input: z.strictObject({ days: getStats.input.shape.days }),
  async run({ days }, { perform, deps, call }): Promise<GetFiguresResult> {
    const stats = await perform(getStats, { days });
    const { decisions, outcomes, contexts } = stats.lastDay;
    const isWhole = call.confinedTo === undefined && hasRole(call.actor, "admin");
    const { requests, latency, tools } = await deps.metrics.figures();
    const ms = (seconds: number): number => roundTo(1, seconds * 1_000);
    return {
      last_day: { decisions, outcomes, contexts },
      days: stats.days.map((day) => ({
        date: day.from.toISOString().slice(0, 10),
        decisions: day.decisions,
        outcomes: day.outcomes,
        contexts: day.contexts,
      })),
      domains: stats.domains,
      success_rate: stats.successRate ?? null,
      outcomes: stats.total.outcomes,
      overconfident: stats.overconfident,
      underconfident: stats.underconfident,
      server: isWhole
        ? {
            requests,
            latency: latency ? { p50: ms(latency.p50), p95: ms(latency.p95), p99: ms(latency.p99) } : null,
            tools,
            caches: [...deps.caches.stats()].map(([cache, { hits, misses }]) => ({ cache, hits, misses })),
          }
        : null,
    };
  },
});
