/** Outcomes, signals and causal chains in the format of the Membria document. */

import * as z from "zod";
import {
  type Decision,
  OUTCOME_STATUSES,
  type Outcome,
  type OutcomeMetrics,
  type OutcomeSummary,
  RELATIONS,
  SIGNAL_TYPES,
  type Signal,
  STANDINGS,
  VALENCES,
} from "../../decisions/index.ts";
import type { CausalChain, RelatedDecision } from "../../learning/index.ts";
import type { ChainStep } from "../../recall/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { timestamp } from "../shared-arguments.ts";

const RecordedSignal = z.object({
  signal_id: z.string(),
  signal_type: z.enum(SIGNAL_TYPES),
  valence: z.enum(VALENCES),
  recorded_at: timestamp,
});

/** A signal with what was said about it. */
export const SignalFields = RecordedSignal.extend({
  description: z.string().optional(),
  metrics: z.record(z.string(), z.unknown()).optional(),
});

/** The argument `signals` of an outcome. */
const ReportedSignals = z.object({
  ci_passed: z.boolean().optional(),
  incident_found: z.boolean().optional(),
  reliability_score: z.number().optional(),
  performance_metrics: z.record(z.string(), z.unknown()).optional(),
});

const MetricFields = z.object({
  performance_impact: z.number().optional(),
  reliability: z.number().optional(),
  maintenance_cost: z.number().optional(),
});

/** An outcome in the format of the Membria document. Its id and that of the decision are left to the caller. */
export const OutcomeFields = z.object({
  final_status: z.enum(OUTCOME_STATUSES),
  final_score: z.number(),
  completed_at: timestamp,
  signals: z.array(RecordedSignal).describe("Those recorded before the outcome"),
  reported_signals: ReportedSignals.describe("Those given with the outcome"),
  lessons_learned: z.array(z.string()),
  metrics: MetricFields,
});

export function outcomeFields(outcome: Outcome): z.output<typeof OutcomeFields> {
  const { ciPassed, incidentFound, reliabilityScore, performanceMetrics } = outcome.reported;
  return {
    final_status: outcome.status,
    final_score: outcome.score,
    completed_at: outcome.at.toISOString(),
    signals: outcome.signals.map(recordedSignal),
    reported_signals: {
      ...(ciPassed !== undefined && { ci_passed: ciPassed }),
      ...(incidentFound !== undefined && { incident_found: incidentFound }),
      ...(reliabilityScore !== undefined && { reliability_score: reliabilityScore }),
      ...(performanceMetrics !== undefined && { performance_metrics: performanceMetrics }),
    },
    lessons_learned: [...outcome.lessons],
    metrics: metricFields(outcome.metrics),
  };
}

export function signalFields(signal: Signal): z.output<typeof SignalFields> {
  return {
    ...recordedSignal(signal),
    ...(signal.description !== undefined && { description: signal.description }),
    ...(Object.keys(signal.metrics).length > 0 && { metrics: signal.metrics }),
  };
}

const recordedSignal = ({ id, type, valence, at }: Outcome["signals"][number]) => ({
  signal_id: id,
  signal_type: type,
  valence,
  recorded_at: at.toISOString(),
});

const metricFields = ({ performanceImpact, reliability, maintenanceCost }: OutcomeMetrics) => ({
  ...(performanceImpact !== undefined && { performance_impact: performanceImpact }),
  ...(reliability !== undefined && { reliability }),
  ...(maintenanceCost !== undefined && { maintenance_cost: maintenanceCost }),
});

type Described = Pick<z.output<typeof OutcomeFields>, "reported_signals" | "metrics">;

/** The observations of an outcome besides its score: `ci_passed true`, `performance_metrics.p99 12`. */
export function observedValues({ reported_signals: reported, metrics }: Described): string[] {
  const { performance_metrics: measured = {}, ...others } = reported;
  const values = (of: object, prefix = ""): string[] =>
    Object.entries(of).map(([name, value]) => `${prefix}${name} ${text(value)}`);
  return [...values(others), ...values(measured, "performance_metrics."), ...values(metrics, "metrics.")];
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

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
