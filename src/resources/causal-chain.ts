import * as z from "zod";
import { perform } from "../app/shared/operation.ts";
import { getCausalChain, MOST_STEPS, type StepWithSkill } from "../app/skills/get-causal-chain.ts";
import type { LearnedSkillOrAntipattern } from "../app/skills/skill-of.ts";
import { currentConfidence } from "../domain/decisions/decision.ts";
import type { Outcome } from "../domain/decisions/outcome.ts";
import { rounded } from "../domain/shared/rounding.ts";
import { implementationOf } from "../tools/membria/causal-fields.ts";
import { outcomeFields, signalFields } from "../tools/membria/outcome-fields.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { decisionIds } from "./completion.ts";
import { contents } from "./contents.ts";
import { answerWithGraph, fresh, freshHint } from "./fresh-graph.ts";
import { defineResource, type JsonObject } from "./resource.ts";

export const causalChainResource = defineResource({
  name: "causal_chain",
  title: "The causal chain of a decision",
  description:
    "What led to a decision and what came of it, the oldest first: each version with how it was carried out, how it worked out, what was learned and which skill it contributed to, and which replaced which.",
  path: "graph/causal-chain/{decision_id}",
  input: z.strictObject({ decision_id: decisionId, fresh, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint, fresh: freshHint },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  quotesMemory: true,
  async read({ decision_id, fresh: asked, max_tokens }, deps, call) {
    const { local, graph, notices } = await answerWithGraph(
      asked,
      () => perform(getCausalChain, { ref: decision_id }, deps, call),
      (chain) => ({ ask: "causal-chain", decision: chain.decision.id, most: MOST_STEPS }),
      deps,
      call,
    );
    const { decision, steps, links, cut } = local;
    const values = {
      decision_id: decision.id,
      chain: steps.map(stepFields),
      links: links.map(({ from, to }) => ({ from, to, relation: "supersedes" })),
      ...(graph && { graph }),
    };
    const omitted = cut ? ["The chain is longer: read it again from its first or last decision."] : [];
    return contents(values, call, { maxTokens: max_tokens, omitted, notices });
  },
  dependsOn: () => ["decisions", "skills"],
});

function stepFields({ decision, signals, outcome, taught }: StepWithSkill): JsonObject {
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
    implementation: implementationOf(decision, signals),
    signals: signals.map(signalFields),
    outcome: outcome?.status ?? null,
    ...(outcome && afterOutcome(outcome)),
    skill: taught ? skillFields(taught) : null,
  };
}

/** An outcome without its status, which is the step's `outcome`, and without the signals, which the step has whole. */
function afterOutcome(outcome: Outcome): JsonObject {
  const { final_status: _, signals: __, ...fields } = outcomeFields(outcome);
  return { outcome_id: outcome.id, ...fields };
}

function skillFields(taught: LearnedSkillOrAntipattern): JsonObject {
  const learned = taught.kind === "skill" ? taught.skill : taught.antipattern;
  return {
    skill_id: learned.record.id,
    kind: taught.kind,
    statement: taught.kind === "skill" ? taught.skill.statement : taught.antipattern.pattern,
    confidence: rounded(learned.confidence),
    recommendation: learned.recommendation,
  };
}
