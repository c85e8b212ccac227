import * as z from "zod";
import { ENOUGH_OUTCOMES } from "../../calibration/index.ts";
import {
  type Decision,
  OUTCOME_STATUSES,
  type Outcome,
  type OutcomeMetrics,
  type OutcomeSummary,
  RELATIONS,
  recordOutcome,
  recordSignal,
  SIGNAL_TYPES,
  type Signal,
  STANDINGS,
  VALENCES,
} from "../../decisions/index.ts";
import type { CausalChain, RelatedDecision } from "../../learning/index.ts";
import type { ChainStep } from "../../recall/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { jsonObject, textList } from "../../shared/text.ts";
import { quote } from "../quote.ts";
import { decisionId, decisionIdHint, timestamp } from "../shared-arguments.ts";
import { QUOTED_NOTICE } from "../tool.ts";
import { membriaTool } from "./dialect.ts";

/** Outcomes, signals and causal chains in the format of the Membria document. */

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

const outcomeInput = recordOutcome.input.shape;

/** Whatever was measured. The metrics that an outcome is described by have names, and are numbers. */
const MeasuredPerformance = z.looseObject({
  performance_impact: z.number().optional(),
  maintenance_cost: z.number().optional(),
});

export const recordOutcomeTool = membriaTool({
  name: "membria_record_outcome",
  canonicalName: "membria.record_outcome",
  title: "Record an outcome",
  description:
    "Record how a decision worked out once that is known, and what was learned. A later outcome replaces an earlier one.",
  operation: recordOutcome,
  input: z.strictObject({
    decision_id: decisionId,
    final_status: z.enum(OUTCOME_STATUSES),
    final_score: outcomeInput.score.describe("How well; success ≥ 0.5, failure ≤ 0.5"),
    signals: z
      .strictObject({
        ci_passed: z.boolean().optional(),
        incident_found: z.boolean().optional(),
        performance_metrics: MeasuredPerformance.optional(),
        reliability_score: outcomeInput.score.optional(),
      })
      .optional(),
    lessons_learned: textList().optional(),
    decision_domain: outcomeInput.domain.describe("Where it counts, if not in the decision's own domain"),
  }),
  hints: {
    decision_id: decisionIdHint,
    final_status: { suggestion: `Use one of ${OUTCOME_STATUSES.join(", ")}.` },
    final_score: {
      reason: "score_out_of_range",
      suggestion: "Use a number from 0 to 1, such as final_score: 0.9.",
    },
    decision_domain: { suggestion: "Use a short lowercase name such as database, or leave it out." },
  },
  result: z.object({
    outcome_id: z.string(),
    decision_id: z.string(),
    final_status: z.enum(OUTCOME_STATUSES),
    final_score: z.number(),
    completed_at: timestamp,
    calibration_impact: z.object({
      domain: z.string(),
      previous_success_rate: z.number(),
      new_success_rate: z.number(),
      sample_size: z.number().int(),
      confidence_gap: z.number().nullable(),
    }),
    recommendation: z.string(),
    replaced_outcome_id: z.string().optional(),
    skill_generated: z
      .object({ skill_id: z.string(), skill: z.string(), confidence: z.number() })
      .optional()
      .describe("What similar decisions have taught, if this outcome made it enough to say so"),
    notice: z.string().optional(),
  }),
  toOperation: ({ decision_id, final_status, final_score, signals, lessons_learned, decision_domain }) => ({
    ref: decision_id,
    status: final_status,
    score: final_score,
    reported: {
      ciPassed: signals?.ci_passed,
      incidentFound: signals?.incident_found,
      reliabilityScore: signals?.reliability_score,
      performanceMetrics: signals?.performance_metrics,
    },
    metrics: {
      performanceImpact: signals?.performance_metrics?.performance_impact,
      reliability: numberIn(signals?.performance_metrics?.["reliability"]),
      maintenanceCost: signals?.performance_metrics?.maintenance_cost,
    },
    lessons: lessons_learned,
    domain: decision_domain,
  }),
  fields: {
    ref: "decision_id",
    status: "final_status",
    score: "final_score",
    "reported.performanceMetrics": "signals.performance_metrics",
    lessons: "lessons_learned",
    domain: "decision_domain",
  },
  fromOperation: ({ outcome, replaced, before, after, recommendation, skillGenerated, notices }) => ({
    outcome_id: outcome.id,
    decision_id: outcome.decisionId,
    final_status: outcome.status,
    final_score: outcome.score,
    completed_at: outcome.at.toISOString(),
    calibration_impact: {
      domain: after.domain,
      previous_success_rate: rounded(before.mean),
      new_success_rate: rounded(after.mean),
      sample_size: after.sampleSize,
      confidence_gap: rounded(after.gap),
    },
    recommendation,
    ...(replaced !== undefined && { replaced_outcome_id: replaced }),
    ...(skillGenerated && {
      skill_generated: {
        skill_id: skillGenerated.id,
        skill: skillGenerated.statement,
        confidence: rounded(skillGenerated.confidence),
      },
      notice: QUOTED_NOTICE,
    }),
    ...(notices.length > 0 && { notices }),
  }),
  text: ({
    outcome_id,
    decision_id,
    final_status,
    final_score,
    calibration_impact: impact,
    recommendation,
    skill_generated: learned,
  }) =>
    [
      `Outcome ${outcome_id} recorded: ${decision_id} was a ${final_status === "partial" ? "partial success" : final_status} (${final_score}).`,
      ...(impact.sample_size < ENOUGH_OUTCOMES
        ? []
        : [
            `Success rate in ${impact.domain}: ${percent(impact.previous_success_rate)} → ${percent(impact.new_success_rate)} over ${impact.sample_size} outcomes.`,
          ]),
      recommendation,
      ...(learned
        ? [
            `Similar decisions have taught a skill, ${learned.skill_id}, quoted from memory:`,
            quote([`Skill: ${learned.skill}`]),
          ]
        : []),
    ].join("\n"),
});

/** `reliability_score` is the argument for it, so a measurement with this name may also be something else. */
const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const signalInput = recordSignal.input.shape;

export const recordSignalTool = membriaTool({
  name: "membria_record_signal",
  canonicalName: "membria.record_signal",
  title: "Record a signal",
  description:
    "Record something that happened to a decision on the way to its outcome: a pull request, a build, an incident, a measurement. Returns the chance of success that follows from it.",
  operation: recordSignal,
  input: z.strictObject({
    decision_id: decisionId,
    signal_type: z.enum(SIGNAL_TYPES),
    valence: z.enum(VALENCES),
    description: signalInput.description,
    metrics: jsonObject().optional(),
  }),
  hints: {
    decision_id: decisionIdHint,
    signal_type: { suggestion: `Use one of ${SIGNAL_TYPES.join(", ")}.` },
    valence: { suggestion: `Use one of ${VALENCES.join(", ")}.` },
  },
  result: z.object({
    signal_id: z.string(),
    decision_id: z.string(),
    recorded_at: timestamp,
    estimated_success: z.number(),
  }),
  toOperation: ({ decision_id, signal_type, ...args }) => ({ ref: decision_id, type: signal_type, ...args }),
  fields: { ref: "decision_id", type: "signal_type" },
  fromOperation: ({ signal, estimatedSuccess, notices }) => ({
    signal_id: signal.id,
    decision_id: signal.decisionId,
    recorded_at: signal.at.toISOString(),
    estimated_success: rounded(estimatedSuccess),
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ signal_id, decision_id, estimated_success }) =>
    `Signal ${signal_id} recorded for ${decision_id}. Estimated success: ${percent(estimated_success)}.`,
});
