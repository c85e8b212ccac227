import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

export const listGuidance = defineOperation({
  name: "list-guidance",
  summary: "What somebody asked about before deciding, and what became of it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(2_000).default(20) }),
  async run({ limit }, deps: GuidanceDeps, { scope }) {
    await deps.observations.flushBriefly();
    return deps.store.listGuidance(scope, limit);
  },
});
