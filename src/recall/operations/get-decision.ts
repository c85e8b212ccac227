/** Reads decisions that the caller names, without a search for words. */
import * as z from "zod";
import { posterior, readTally } from "../../calibration/index.ts";
import {
  decisionIds,
  decisionPage,
  duplicatesOf,
  estimateSuccess,
  historyOf,
  notesWithDuplicates,
  requireDecision,
  revisionsOf,
  semanticLinks,
  triggeredBy,
} from "../../decisions/index.ts";
import { placesOf, readCauses } from "../../repository/index.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { RecallDeps } from "./deps.ts";
import { similarTo } from "./similar-decisions.ts";

const SIMILAR_LIMIT = 5;

export const getDecision = defineOperation({
  name: "get-decision",
  summary: "Read one decision whole, with what resembles it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RecallDeps, call) {
    const found = await requireDecision(deps, call.scope, ref);
    const { outcomes, signals } = await historyOf(found, deps);
    // A duplicate is one of those that it supersedes.
    const duplicates =
      found.supersedes.length === 0 ? [] : await duplicatesOf(deps.memory, found.project, found.id);
    const decision = { ...found, notes: notesWithDuplicates(found, duplicates) };
    const similar = await similarTo(decision, deps, SIMILAR_LIMIT);
    const rate = posterior(await readTally(deps.memory, decision.project, decision.domain)).mean;
    const { causes, places } = await readCauses([decision], decision.project, deps);
    return {
      decision,
      links: await semanticLinks([decision], call.scope, deps),
      similar,
      outcomes,
      signals,
      revisions: await revisionsOf(deps.memory, decision.project, decision.id),
      duplicates,
      checkAgain: causes.get(decision.id) ?? [],
      anchors: await placesOf(decision, places, deps),
      estimatedSuccess: estimateSuccess(rate, signals),
      antipatterns: triggeredBy(decision.statement, await deps.antipatterns()),
    };
  },
});

export const listSimilar = defineOperation({
  name: "list-similar",
  summary: "Decisions that resemble one, by their words and their meaning.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ ref: DecisionRef, limit: z.number().int().min(1).max(50).default(10) }),
  async run({ ref, limit }, deps: RecallDeps, { scope }) {
    const decision = await requireDecision(deps, scope, ref);
    return { decision, similar: await similarTo(decision, deps, limit) };
  },
});

/** A shorter prefix matches every id. */
const ID_START = `${ID_PREFIX.decision}_`;

export const completeDecisionId = defineOperation({
  name: "complete-decision-id",
  summary: "Ids of decisions that begin so, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    prefix: boundedText(0, LIMITS.name),
    limit: z.number().int().min(1).max(100).default(100),
  }),
  async run({ prefix, limit }, { memory }: RecallDeps, { scope }) {
    if (!ID_START.startsWith(prefix)) {
      const ids = await decisionIds(memory, scope, prefix, limit + 1);
      return { ids: ids.slice(0, limit), more: ids.length > limit };
    }
    const { items, total } = await decisionPage(memory, { scope }, limit);
    return { ids: items.map(({ id }) => id), more: total > items.length };
  },
});
