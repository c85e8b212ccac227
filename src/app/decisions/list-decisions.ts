import * as z from "zod";
import { PROGRESS, STANDINGS } from "../../domain/decisions/decision.ts";
import { NO_OUTCOME } from "../../domain/decisions/decision-store.ts";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const listDecisions = defineOperation({
  name: "list-decisions",
  summary: "List decisions, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainSlug.optional(),
    progress: z.enum(PROGRESS).optional(),
    standing: z.enum(STANDINGS).optional(),
    since: z.date().optional(),
    until: z.date().optional(),
    topic: boundedText(1, LIMITS.name).optional(),
    outcome: z.enum([...OUTCOME_STATUSES, NO_OUTCOME]).optional(),
    author: boundedText(1, LIMITS.name).optional(),
    text: boundedText(1, LIMITS.name).optional(),
    limit: z.number().int().min(1).max(1_000).default(20),
    // A time and an id, which an import may bring with up to 200 characters.
    cursor: z.string().max(250).optional(),
    /** So many are left out first: somebody may go to the middle of a long list. */
    offset: z.number().int().min(0).max(10_000_000).default(0),
  }),
  run: ({ limit, cursor, offset, ...filter }, { store }: DecisionDeps, { scope }) =>
    store.listDecisions({ scope, ...filter }, limit, cursor, offset),
});
