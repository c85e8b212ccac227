import * as z from "zod";
import type { LinkCleanup } from "../../domain/links/link-upkeep-store.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

/** `NOT_RUN`: there was no clean-up whose result could be good or bad. */
export const CLEANUP_STATUSES = ["SUCCESS", "PARTIAL", "FAILED", "NOT_RUN"] as const;

/** Shares of auto links among all links: below the first the clean-up succeeded, up to the second it succeeded in part. */
const SUCCEEDED_UNDER = 0.05;
const PARTIAL_UP_TO = 0.1;

interface CleanupVerdict {
  readonly status: (typeof CLEANUP_STATUSES)[number];
  readonly total: number;
  readonly remaining: number;
  /** The share of auto links among all links. */
  readonly ratio: number;
  readonly protected: number;
  /** The latest one, if there was any. */
  readonly cleanup: LinkCleanup | undefined;
}

export const validateCleanup = defineOperation({
  name: "validate-cleanup",
  summary: "Say whether a clean-up left few enough auto links.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, { store }: LinkDeps, call): Promise<CleanupVerdict> {
    const project = projectOf(call);
    const { total, auto } = await store.countLinks(project);
    const ratio = total === 0 ? 0 : auto / total;
    const cleanup = await store.latestCleanup(project);
    return {
      status: cleanup ? statusOf(ratio) : "NOT_RUN",
      total,
      remaining: auto,
      ratio,
      protected: total - auto,
      cleanup,
    };
  },
});

export function statusOf(ratio: number): (typeof CLEANUP_STATUSES)[number] {
  if (ratio < SUCCEEDED_UNDER) return "SUCCESS";
  return ratio <= PARTIAL_UP_TO ? "PARTIAL" : "FAILED";
}
