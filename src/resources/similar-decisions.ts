import * as z from "zod";
import { listSimilar } from "../app/recall/list-similar.ts";
import { perform } from "../app/shared/operation.ts";
import { currentConfidence } from "../domain/decisions/decision.ts";
import { rounded } from "../domain/shared/rounding.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { decisionIds } from "./completion.ts";
import { contents } from "./contents.ts";
import { answerWithGraph, fresh, freshHint } from "./fresh-graph.ts";
import { defineResource } from "./resource.ts";

export const similarDecisionsResource = defineResource({
  name: "similar_decisions",
  title: "Decisions like one",
  description:
    "Decisions that resemble one by their words and their meaning, the most alike first, with whether they hold and how they worked out.",
  path: "graph/similar-decisions/{decision_id}",
  input: z.strictObject({
    decision_id: decisionId,
    limit: listSimilar.input.shape.limit,
    fresh,
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    decision_id: decisionIdHint,
    limit: { suggestion: "Use a whole number from 1 to 50." },
    fresh: freshHint,
  },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  quotesMemory: true,
  async read({ decision_id, limit, fresh: asked, max_tokens }, deps, call) {
    const { local, graph, notices } = await answerWithGraph(
      asked,
      () => perform(listSimilar, { ref: decision_id, limit }, deps, call),
      (found) => ({ ask: "similar", decisions: found.similar.map(({ id }) => id) }),
      deps,
      call,
    );
    const { decision, similar } = local;
    const own = currentConfidence(decision);
    const values = {
      decision_id: decision.id,
      similar_decisions: similar.map((other) => {
        const confidence = currentConfidence(other);
        return {
          decision_id: other.id,
          statement: other.statement,
          standing: other.standing,
          status: other.progress,
          author: other.author.kind,
          created_by: other.author.name,
          outcome: other.outcome?.status ?? null,
          success_rate: other.outcome?.score ?? null,
          confidence: confidence ?? null,
          confidence_difference:
            confidence === undefined || own === undefined ? null : rounded(confidence - own),
        };
      }),
      ...(graph && { graph }),
    };
    return contents(values, call, { maxTokens: max_tokens, notices });
  },
  dependsOn: () => ["decisions"],
});
