/** Calls of the view Health: whether the memory, its log, copies, search and teams are well, and figures. */

import * as z from "zod";
import { getStats } from "../../calibration/index.ts";
import type { ProfileOrigin } from "../../recall/index.ts";
import {
  type BackupOrigin,
  checkHealth,
  type Health,
  type MeaningHealth,
  type TeamHealth,
} from "../../repair/index.ts";
import { hasRole } from "../../shared/actor.ts";
import { roundTo } from "../../shared/rounding.ts";
import { noticeText, wordedFault } from "../wording.ts";
import { type LogHealthResult, logHealthResult } from "./audit.ts";
import { definePageCall } from "./page-call.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

interface BackupResult {
  readonly path: string;
  readonly at: string;
  readonly bytes: number;
  readonly origin: BackupOrigin;
  /** Null if it cannot be opened. */
  readonly decisions: number | null;
}

export type MeaningResult =
  | { readonly state: "off" }
  | { readonly state: "failed"; readonly message: string; readonly hint: string | null }
  | {
      readonly state: "works";
      readonly model: string;
      readonly runtime: string;
      readonly note: string | null;
      readonly profile: ProfileOrigin["origin"];
      readonly pending: number;
    };

export interface TeamHealthResult {
  readonly project: string;
  readonly quarantined: number;
  readonly server_version: string | null;
  /** Each needs somebody to do something about it. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
}

export interface CheckHealthResult {
  readonly memory: {
    readonly location: string;
    readonly store: string;
    readonly facts: Readonly<Record<string, string | number>>;
    readonly problem: string | null;
  };
  readonly log: LogHealthResult;
  readonly copies: {
    readonly backups: readonly BackupResult[];
    readonly others: readonly string[];
    readonly unfinished: readonly string[];
  };
  readonly meaning: MeaningResult;
  readonly teams: readonly TeamHealthResult[];
}

export const checkHealthCall = definePageCall({
  name: "check-health",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<CheckHealthResult> {
    const { memory, log, copies, meaning, teams } = await perform(checkHealth, {});
    return {
      memory: {
        location: memory.location,
        store: `${memory.name} ${memory.version}`,
        facts: memory.facts,
        problem: memory.problem ?? null,
      },
      log: logHealthResult(log),
      copies: copiesResult(copies),
      meaning: meaningResult(meaning),
      teams: teams.map(teamResult),
    };
  },
});

const copiesResult = ({ backups, others, unfinished }: Health["copies"]): CheckHealthResult["copies"] => ({
  backups: backups.map(({ path, at, bytes, origin, decisions }) => ({
    path,
    at: at.toISOString(),
    bytes,
    origin,
    decisions: decisions ?? null,
  })),
  others,
  unfinished,
});

function meaningResult(meaning: MeaningHealth): MeaningResult {
  if (meaning.state === "off") return meaning;
  if (meaning.state === "failed") {
    const { message, hint } = wordedFault(meaning.failure, PLAIN_PAGE_WORDING);
    return { state: "failed", message, hint: hint ?? null };
  }
  const { model, runtime, note, profile, pending } = meaning;
  return { state: "works", model, runtime, note: note ?? null, profile: profile.origin, pending };
}

function teamResult({ status, quarantined, server }: TeamHealth): TeamHealthResult {
  const { project, keysProblem, role } = status;
  return {
    project,
    quarantined,
    server_version: server?.version ?? null,
    problems: [
      ...(keysProblem === undefined ? [] : [keysProblem]),
      ...(role === "removed" ? ["The team removed this machine: what it writes stays here."] : []),
      ...(server?.problems ?? []),
    ],
    advice: [
      ...(server?.away === undefined ? [] : [server.away]),
      ...(server?.advice ?? []).map((notice) => noticeText(notice, PLAIN_PAGE_WORDING).trim()),
    ],
  };
}

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
