import * as z from "zod";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

/** As many as one decision may replace, and a page of a list. */
const MOST_READ = 200;

export const readDecisions = defineOperation({
  name: "read-decisions",
  summary: "Read decisions by their ids, without those that do not exist or belong to another project.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ids: z.array(DecisionRef).max(MOST_READ) }),
  run: ({ ids }, { store }: DecisionDeps, { scope }) => store.decisionsById(scope, ids),
});
