import * as z from "zod";
import type { CausalChain, RelatedDecision } from "../../app/guidance/related-decisions.ts";
import type { ChainStep } from "../../app/recall/causal-chain.ts";
import { type Decision, STANDINGS } from "../../domain/decisions/decision.ts";
import { OUTCOME_STATUSES, type OutcomeSummary } from "../../domain/decisions/outcome.ts";
import type { Signal } from "../../domain/decisions/signal.ts";
import { RELATIONS } from "../../domain/links/link.ts";
import { AUTHOR_KINDS } from "../../domain/shared/actor.ts";

const StepFields = z.object({
  decision_id: z.string(),
  statement: z.string(),
  standing: z.enum(STANDINGS),
  author: z.enum(AUTHOR_KINDS),
  created_at: z.string(),
  implementation: z.string().nullable(),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  final_score: z.number().nullable(),
  lessons: z.array(z.string()),
});

/** A chain of decisions that led to each other, the oldest first. */
export const CausalChainFields = z.object({ steps: z.array(StepFields) });

export const RelatedFields = z.object({
  decision_id: z.string(),
  statement: z.string(),
  standing: z.enum(STANDINGS),
  author: z.enum(AUTHOR_KINDS),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  relation: z.enum(RELATIONS),
  from: z.string(),
  to: z.string(),
});

export const causalChainFields = ({ steps }: CausalChain): z.output<typeof CausalChainFields> => ({
  steps: steps.map(stepFields),
});

function stepFields({ decision, signals, outcome }: ChainStep): z.output<typeof StepFields> {
  return {
    decision_id: decision.id,
    statement: decision.statement,
    standing: decision.standing,
    author: decision.author.kind,
    created_at: decision.createdAt.toISOString(),
    implementation: implementationOf(decision, signals),
    outcome: outcome?.status ?? null,
    final_score: outcome?.score ?? null,
    lessons: [...(outcome?.lessons ?? [])],
  };
}

export const relatedFields = ({ link, decision }: RelatedDecision): z.output<typeof RelatedFields> => ({
  decision_id: decision.id,
  statement: decision.statement,
  standing: decision.standing,
  author: decision.author.kind,
  outcome: decision.outcome?.status ?? null,
  relation: link.relation,
  from: link.from,
  to: link.to,
});

const NAMES = { file: "file", pr: "pull request", commit: "commit" } as const;

/**
 * How a decision was carried out: the pull requests, commits and files that implement it, and the kinds of signals that
 * were recorded for it. Null when there are none.
 */
export function implementationOf(
  { linkedPr, linkedCommit, evidence }: Decision,
  signals: readonly Pick<Signal, "type">[],
): string | null {
  const cited = evidence.flatMap(({ kind, ref }) =>
    kind === "file" || kind === "pr" || kind === "commit" ? [`${NAMES[kind]} ${ref}`] : [],
  );
  const linked = [
    ...(linkedPr === undefined ? [] : [`${NAMES.pr} ${linkedPr}`]),
    ...(linkedCommit === undefined ? [] : [`${NAMES.commit} ${linkedCommit}`]),
  ];
  const all = [...new Set([...linked, ...cited, ...signals.map(({ type }) => type)])];
  return all.length === 0 ? null : all.join(", ");
}

/** `Success (0.87 score)`. */
export const outcomeText = ({ status, score }: OutcomeSummary): string =>
  `${status.charAt(0).toUpperCase()}${status.slice(1)} (${score} score)`;
