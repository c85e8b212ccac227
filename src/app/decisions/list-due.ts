import * as z from "zod";
import { DomainQuery } from "../../domain/shared/domain-slug.ts";
import { defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

export const listDue = defineOperation({
  name: "list-due",
  summary: "Decisions whose outcome should be known by now.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainQuery.optional(),
    limit: z.number().int().min(1).max(1_000).default(20),
  }),
  run: ({ domain, limit }, { store, clock }: DecisionDeps, { scope }) =>
    store.dueDecisions(scope, clock.now(), limit, domain),
});
