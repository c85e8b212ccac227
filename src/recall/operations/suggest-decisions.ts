import * as z from "zod";
import { defineOperation, perform } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { newerFirst } from "../rules/perhaps-replaced.ts";
import { recencyOf, withRecency } from "../rules/ranking.ts";
import type { RecallDeps } from "./deps.ts";
import { searchDecisions } from "./search-decisions.ts";

export const suggestDecisions = defineOperation({
  name: "suggest-decisions",
  summary: "Find past decisions that bear on a question, the recent ones preferred as much as asked for.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    question: boundedText(1, LIMITS.statement),
    also: searchDecisions.input.shape.also,
    recencyWeight: z.number().min(0).max(1).default(0.3),
    limit: z.number().int().min(1).max(20).default(5),
  }),
  async run({ question, also, recencyWeight, limit }, deps: RecallDeps, call) {
    const found = await perform(searchDecisions, { query: question, also, limit: 20 }, deps, call);
    const now = deps.clock.now();
    const suggestions = found.results
      .map(({ decision, relevance, strength, matched, perhapsReplacedBy, othersOnTarget, checkAgain }) => ({
        decision,
        relevance,
        strength,
        matched,
        perhapsReplacedBy,
        othersOnTarget,
        checkAgain,
        similarity: withRecency(relevance, recencyOf(decision.createdAt, now), recencyWeight),
      }))
      // The weak ones stay last. Of each strength, active decisions come first, however old they are.
      .sort(
        (a, b) =>
          Number(b.strength === "strong") - Number(a.strength === "strong") ||
          Number(b.decision.standing === "active") - Number(a.decision.standing === "active") ||
          b.similarity - a.similarity ||
          (a.decision.id < b.decision.id ? 1 : -1),
      );
    const replacedBy = new Map(
      suggestions.flatMap(({ decision, perhapsReplacedBy }) =>
        perhapsReplacedBy === undefined ? [] : [[decision.id, perhapsReplacedBy] as const],
      ),
    );
    const ordered = newerFirst(suggestions, replacedBy);
    return { suggestions: ordered.slice(0, limit), message: found.message, notices: found.notices };
  },
});
