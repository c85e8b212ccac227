/** Calls of the view Sessions: what sessions of agents were told, and the checkpoints that they left. */

import * as z from "zod";
import { listTold, type ToldRecord } from "../../hooks/index.ts";
import { listMemories } from "../../recall/index.ts";
import {
  type Checkpoint,
  type EvidenceStatus,
  getRestartMetrics,
  type RESTART_FAILURES,
  RESTART_TARGETS,
  readContinuity,
} from "../../sessions/index.ts";
import { type AuthorResult, authorResult } from "./decision-results.ts";
import { definePageCall } from "./page-call.ts";

/** A record that a session was told, and why. The statement is stored text as it is now. */
export interface ReminderResult {
  readonly at: string;
  readonly event: string;
  readonly kind: ToldRecord["kind"];
  readonly record: string;
  readonly statement: string | null;
  readonly file: string | null;
  /** How sure the search was, from 0 to 1. */
  readonly relevance: number | null;
  readonly tokens: number;
}

export interface SessionOfAgent {
  readonly session: string;
  readonly client: string;
  readonly project: string;
  readonly first_at: string;
  readonly last_at: string;
  /** The newest first. */
  readonly told: readonly ReminderResult[];
}

export interface ListRemindersResult {
  /** The one that was told something last comes first. */
  readonly sessions: readonly SessionOfAgent[];
  /** Whether there may be older ones. */
  readonly is_cut: boolean;
  readonly worth: {
    readonly days: number;
    readonly messages: number;
    readonly tokens: number;
    readonly warned: number;
    readonly heeded: number;
  };
}

const MOST = 500;

export const listRemindersCall = definePageCall({
  name: "list-told",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListRemindersResult> {
    const { told, worth } = await perform(listTold, { limit: MOST });
    const { days, messages, tokens, warned, heeded } = worth;
    return {
      sessions: sessionsOf(told.filter(({ received }) => received)),
      is_cut: told.length === MOST,
      worth: { days, messages, tokens, warned, heeded },
    };
  },
});

function sessionsOf(told: readonly ToldRecord[]): readonly SessionOfAgent[] {
  const bySession = new Map<string, ToldRecord[]>();
  for (const one of told) {
    const key = JSON.stringify([one.project, one.client, one.session]);
    bySession.set(key, [...(bySession.get(key) ?? []), one]);
  }
  return [...bySession.values()].map((own) => {
    const [last] = own as [ToldRecord];
    const { session, client, project } = last;
    return {
      session,
      client,
      project,
      first_at: (own.at(-1) ?? last).at.toISOString(),
      last_at: last.at.toISOString(),
      told: own.map(reminderResult),
    };
  });
}

const reminderResult = (told: ToldRecord): ReminderResult => ({
  at: told.at.toISOString(),
  event: told.event,
  kind: told.kind,
  record: told.record,
  statement: told.statement ?? null,
  file: told.file ?? null,
  relevance: told.relevance ?? null,
  tokens: told.tokens,
});

/** Where the work stood, in the words of who saved it, taken apart by its headings. */
export interface CheckpointResult {
  readonly id: string;
  readonly project: string;
  readonly at: string;
  readonly author: AuthorResult;
  readonly goal: string;
  readonly claims: readonly { readonly text: string; readonly status: EvidenceStatus | null }[];
  readonly unfinished: string;
  readonly next: string;
  /** All of it as it was written. */
  readonly summary: string;
  readonly files: readonly string[];
  readonly head: string | null;
  /** Parts that the next session would need. */
  readonly missing: readonly string[];
}

export interface ListCheckpointsResult {
  /** The newest first. */
  readonly checkpoints: readonly CheckpointResult[];
  readonly total: number;
  readonly restarts: {
    readonly days: number;
    readonly attempts: number;
    readonly successes: number;
    /** The share that should succeed. */
    readonly target: number;
    readonly failures: Readonly<Record<(typeof RESTART_FAILURES)[number], number>>;
    /** How long 95 of 100 took at most, in milliseconds. Null without any. */
    readonly p95_ms: number | null;
  };
}

export const listCheckpointsCall = definePageCall({
  name: "list-checkpoints",
  effect: "read",
  input: z.strictObject({ limit: z.number().int().min(1).max(100).default(30) }),
  async run({ limit }, { perform }): Promise<ListCheckpointsResult> {
    const { items, total } = await perform(listMemories, { types: ["checkpoint"], limit });
    const restarts = await perform(getRestartMetrics, { period: "30d" });
    return {
      checkpoints: items.flatMap((memory) =>
        memory.type === "checkpoint" ? [checkpointResult(memory.checkpoint)] : [],
      ),
      total,
      restarts: {
        days: 30,
        attempts: restarts.attempts,
        successes: restarts.successes,
        target: RESTART_TARGETS.successRate,
        failures: restarts.failures,
        p95_ms: restarts.latency.full?.p95 ?? restarts.latency.summary?.p95 ?? null,
      },
    };
  },
});

function checkpointResult(checkpoint: Checkpoint): CheckpointResult {
  const { id, project, createdAt, author, summary, nextSteps, openFiles, head } = checkpoint;
  const { goal, claims, unfinished, briefing, missing } = readContinuity(summary, nextSteps);
  return {
    id,
    project,
    at: createdAt.toISOString(),
    author: authorResult(author),
    goal,
    claims: claims.map(({ text, status }) => ({ text, status: status ?? null })),
    unfinished,
    next: briefing,
    summary,
    files: openFiles,
    head: head ?? null,
    missing,
  };
}
