import * as z from "zod";
import { type ChainStep, getCausalChain } from "../app/recall/get-causal-chain.ts";
import { perform } from "../app/shared/operation.ts";
import { currentConfidence } from "../domain/decisions/decision.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { decisionIds } from "./completion.ts";
import { contents } from "./contents.ts";
import { defineResource, type JsonObject } from "./resource.ts";

export const causalChainResource = defineResource({
  name: "causal_chain",
  title: "The causal chain of a decision",
  description:
    "What led to a decision and what came of it, the oldest first: each version with how it worked out and what was learned, and which replaced which.",
  path: "graph/causal-chain/{decision_id}",
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  quotesMemory: true,
  async read({ decision_id, max_tokens }, deps, call) {
    const { decision, steps, links, cut } = await perform(getCausalChain, { ref: decision_id }, deps, call);
    const values = {
      decision_id: decision.id,
      chain: steps.map(stepFields),
      links: links.map(({ from, to }) => ({ from, to, relation: "supersedes" })),
    };
    const omitted = cut ? ["The chain is longer: read it again from its first or last decision."] : [];
    return contents(values, call, { maxTokens: max_tokens, omitted });
  },
  dependsOn: () => ["decisions"],
});

function stepFields({ decision, outcome }: ChainStep): JsonObject {
  return {
    decision_id: decision.id,
    statement: decision.statement,
    reasoning: decision.reasoning ?? "",
    confidence: currentConfidence(decision) ?? null,
    standing: decision.standing,
    status: decision.progress,
    author: decision.author.kind,
    created_by: decision.author.name,
    created_at: decision.createdAt.toISOString(),
    outcome: outcome?.status ?? null,
    ...(outcome && {
      final_score: outcome.score,
      completed_at: outcome.at.toISOString(),
      lessons_learned: [...outcome.lessons],
    }),
  };
}
