import * as z from "zod";
import { ENOUGH_OUTCOMES } from "../../calibration/index.ts";
import { OUTCOME_STATUSES, recordOutcome } from "../../decisions/index.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { textList } from "../../shared/text.ts";
import { quote } from "../quote.ts";
import { decisionId, decisionIdHint, timestamp } from "../shared-arguments.ts";
import { QUOTED_NOTICE } from "../tool.ts";
import { membriaTool } from "./dialect.ts";

const { shape } = recordOutcome.input;

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
    final_score: shape.score.describe("How well; success ≥ 0.5, failure ≤ 0.5"),
    signals: z
      .strictObject({
        ci_passed: z.boolean().optional(),
        incident_found: z.boolean().optional(),
        performance_metrics: MeasuredPerformance.optional(),
        reliability_score: shape.score.optional(),
      })
      .optional(),
    lessons_learned: textList().optional(),
    decision_domain: shape.domain.describe("Where it counts, if not in the decision's own domain"),
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
