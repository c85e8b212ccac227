import * as z from "zod";
import { OUTCOME_STATUSES, type Outcome, type OutcomeMetrics } from "../../domain/decisions/outcome.ts";
import { SIGNAL_TYPES, type Signal, VALENCES } from "../../domain/decisions/signal.ts";
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

/** What the argument `signals` of an outcome takes. */
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

/** What was observed of an outcome besides its score: `ci_passed true`, `performance_metrics.p99 12`. */
export function observedValues({ reported_signals: reported, metrics }: Described): string[] {
  const { performance_metrics: measured = {}, ...others } = reported;
  const values = (of: object, prefix = ""): string[] =>
    Object.entries(of).map(([name, value]) => `${prefix}${name} ${text(value)}`);
  return [...values(others), ...values(measured, "performance_metrics."), ...values(metrics, "metrics.")];
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
