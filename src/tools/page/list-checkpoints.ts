import * as z from "zod";
import { getRestartMetrics } from "../../app/continuity/get-restart-metrics.ts";
import { listMemories } from "../../app/recall/list-memories.ts";
import type { Checkpoint } from "../../domain/continuity/checkpoint.ts";
import { type EvidenceStatus, readContinuity } from "../../domain/continuity/continuity.ts";
import type { RESTART_FAILURES } from "../../domain/continuity/restart.ts";
import { RESTART_TARGETS } from "../../domain/continuity/restart-metrics.ts";
import { type AuthorResult, authorResult } from "./decision-row.ts";
import { definePageCall } from "./page-call.ts";

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
