import * as z from "zod";
import { MEMORY_TYPES } from "../../domain/recall/memory.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";

export const listMemories = defineOperation({
  name: "list-memories",
  summary: "List what was saved last, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    types: z.array(z.enum(MEMORY_TYPES)).min(1),
    since: z.date().optional(),
    limit: z.number().int().min(1).max(100).default(10),
  }),
  run: ({ types, since, limit }, { store }: RecallDeps, { scope }) =>
    store.listMemories({ scope, types, since }, limit),
});
