/** Resources from the graph: the causal chain of a decision and those like it, with the latest of the team if asked. */

import * as z from "zod";
import { currentConfidence, type Outcome } from "../decisions/index.ts";
import {
  getCausalChain,
  type LearnedSkillOrAntipattern,
  MOST_STEPS,
  type StepWithSkill,
} from "../learning/index.ts";
import type { Deps } from "../memory/index.ts";
import { listSimilar } from "../recall/index.ts";
import type { Notice } from "../shared/errors.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import { rounded } from "../shared/rounding.ts";
import { ALL_PROJECTS } from "../shared/scope.ts";
import type { FreshAnswer, GraphQuestion } from "../team/index.ts";
import { implementationOf, outcomeFields, signalFields } from "../tools/membria/outcomes.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { decisionIds } from "./completion.ts";
import { contents, defineResource, type JsonObject } from "./resource.ts";

const YES: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);

/** A query has only strings, and arguments may have the values themselves. */
const fresh = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(["0", "1", "false", "true"])])
  .optional()
  .describe("1: first read what the team said up to now, and add what its graph says");

const freshHint = { suggestion: "Use fresh=1, or leave it out." };

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

interface Answered<T> {
  readonly local: T;
  /** Beside the local contents, if the team's latest was asked for. */
  readonly graph: JsonObject | undefined;
  readonly notices: readonly Notice[];
}

/**
 * Answers from this machine; if `asked`, after reading everything the team said, and with the answer of its graph.
 * @throws Fault `unavailable` if the team's latest was asked for and cannot be had.
 */
async function answerWithGraph<T>(
  asked: z.output<typeof fresh>,
  read: () => Promise<T>,
  questionAbout: (local: T) => GraphQuestion,
  deps: Deps,
  { scope, signal }: Call,
): Promise<Answered<T>> {
  if (!YES.has(asked)) return { local: await read(), graph: undefined, notices: [] };
  let local: T | undefined;
  const answer =
    scope === ALL_PROJECTS
      ? undefined
      : await deps.team.askFresh(
          scope,
          async () => {
            local = await read();
            return questionAbout(local);
          },
          signal,
        );
  return {
    local: local ?? (await read()),
    graph: answer && graphFields(answer),
    notices: answer
      ? []
      : ["The project is not shared with a team, so what this machine knows is the latest."],
  };
}

function graphFields({ steps, replaced, asOf, entries, at }: FreshAnswer): JsonObject {
  return {
    as_of: at.toISOString(),
    /** The entries of the team's log that it shows, of all that there are. */
    entry: asOf,
    entries,
    steps: steps.map(({ decision, standing, progress, outcome, signals, lessons, skill }) => ({
      decision_id: decision,
      standing,
      status: progress,
      outcome: outcome?.status ?? null,
      success_rate: outcome?.score ?? null,
      signals: signals.map(({ id, type, valence }) => ({ signal_id: id, signal_type: type, valence })),
      lessons,
      skill: skill ?? null,
    })),
    links: replaced.map(({ from, to }) => ({ from, to, relation: "supersedes" })),
  };
}
