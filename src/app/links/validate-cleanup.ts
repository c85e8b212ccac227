import * as z from "zod";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

export const CLEANUP_STATUSES = ["SUCCESS", "PARTIAL", "FAILED"] as const;

/** Shares of auto links among all links: below the first the clean-up succeeded, up to the second it succeeded in part. */
const SUCCEEDED_UNDER = 0.05;
const PARTIAL_UP_TO = 0.1;

export const validateCleanup = defineOperation({
  name: "validate-cleanup",
  summary: "Say whether a clean-up left few enough auto links.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, { store }: LinkDeps, call) {
    const project = projectOf(call);
    const { total, auto } = await store.countLinks(project);
    const ratio = total === 0 ? 0 : auto / total;
    return {
      status: statusOf(ratio),
      total,
      remaining: auto,
      ratio,
      protected: total - auto,
      cleanup: await store.latestCleanup(project),
    };
  },
});

export function statusOf(ratio: number): (typeof CLEANUP_STATUSES)[number] {
  if (ratio < SUCCEEDED_UNDER) return "SUCCESS";
  return ratio <= PARTIAL_UP_TO ? "PARTIAL" : "FAILED";
}
