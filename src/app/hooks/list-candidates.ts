import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { ReviewDeps } from "./review-deps.ts";

export const MOST_LISTED = 1_000;

export const listCandidates = defineOperation({
  name: "list-candidates",
  summary: "What was said in sessions and waits for a person, the oldest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(MOST_LISTED).default(50) }),
  run: ({ limit }, { store }: Pick<ReviewDeps, "store">, { scope }) => store.openCandidates(scope, limit),
});
