/** Lists decisions, those whose outcome is due, and the domains. */

import * as z from "zod";
import { readTallies } from "../../calibration/index.ts";
import { DomainQuery, DomainSlug } from "../../shared/names.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { NO_OUTCOME, PROGRESS, STANDINGS } from "../rules/decision.ts";
import { OUTCOME_STATUSES } from "../rules/outcome.ts";
import { GENERAL_DOMAIN } from "../rules/topic-and-domain.ts";
import { decisionPage } from "../sql/decisions.ts";
import { dueDecisions } from "../sql/outcomes.ts";
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
  run: ({ limit, cursor, offset, ...filter }, { memory }: DecisionDeps, { scope }) =>
    decisionPage(memory, { scope, ...filter }, limit, cursor, offset),
});

export const listDue = defineOperation({
  name: "list-due",
  summary: "Decisions whose outcome should be known by now.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainQuery.optional(),
    limit: z.number().int().min(1).max(1_000).default(20),
  }),
  run: ({ domain, limit }, { memory, clock }: DecisionDeps, { scope }) =>
    dueDecisions(memory, scope, clock.now(), limit, domain),
});

export const listDomains = defineOperation({
  name: "list-domains",
  summary: "The domains that have outcomes, and the modules that a decision may name.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, { memory, modules }: DecisionDeps, { scope }) {
    const withOutcomes = (await readTallies(memory, scope)).map(({ domain }) => domain);
    return { withOutcomes, all: [...new Set([...withOutcomes, ...modules, GENERAL_DOMAIN])] };
  },
});
