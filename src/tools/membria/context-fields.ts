/** The fields of the context of a decision. */

import * as z from "zod";
import { CALIBRATION_STATUSES, countWords } from "../../calibration/index.ts";
import { type Decision, OUTCOME_STATUSES, STANDINGS, worked } from "../../decisions/index.ts";
import {
  DEPTHS,
  type DecisionContext,
  FIREWALL_STATUSES,
  type FoundPrecedent,
  WARNING_TYPES,
} from "../../learning/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { rounded } from "../../shared/rounding.ts";
import { SEVERITIES } from "../../shared/severity.ts";
import { ShortAnchors, ShortCheckAgain, shortAnchors, shortCheckAgain } from "../decision-facts.ts";
import { timestamp } from "../shared-arguments.ts";
import { CausalChainFields, causalChainFields, RelatedFields, relatedFields } from "./outcome-fields.ts";
import { RisksFields, TrackRecordFields, trackRecordFields } from "./warning-fields.ts";

const quotedDecision = {
  decision_id: z.string(),
  statement: z.string(),
  standing: z.enum(STANDINGS),
  author: z.enum(AUTHOR_KINDS),
};

const SimilarFields = z.object({
  ...quotedDecision,
  success_rate: z.number().nullable(),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  lessons: z.array(z.string()),
  antipattern: z.string().optional(),
  relevance: z.number(),
  superseded_by: z.object({ decision_id: z.string(), statement: z.string() }).optional(),
  check_again: ShortCheckAgain.optional(),
  anchors: ShortAnchors.optional(),
});

/** The context of a decision in the format of the Membria document. A lower depth leaves fields out. */
export const ContextFields = z.object({
  decision_statement: z.string(),
  depth: z.enum(DEPTHS),
  calibration_context: z.object({
    domain: z.string(),
    sample_size: z.number().int(),
    team_success_rate: z.number().nullable(),
    counts: z
      .object({ worked: z.number().int(), partly: z.number().int(), failed: z.number().int() })
      .nullable()
      .describe("Of the sample"),
    team_confidence: z.number().nullable(),
    status: z.enum([...CALIBRATION_STATUSES, "no_data"]),
    your_confidence: z.number().nullable(),
    gap: z.number().nullable().describe("Confidence minus success rate"),
    recommended_confidence: z.number().nullable().describe("What to state instead"),
    recommended_interval_95: z.array(z.number()).optional(),
    recommendation: z.string(),
  }),
  warnings: z.array(
    z.object({
      type: z.enum(WARNING_TYPES),
      description: z.string(),
      severity: z.enum(SEVERITIES),
      evidence: z.string(),
      evidence_ids: z.array(z.string()),
      recommendation: z.string(),
      quotes: z.array(z.object({ from: z.string(), text: z.string() })),
    }),
  ),
  firewall_status: z.enum(FIREWALL_STATUSES),
  risk_score: z.number(),
  risks: RisksFields,
  related: z.array(z.string()).optional(),
  track_record: TrackRecordFields.optional(),
  similar_decisions: z.array(SimilarFields).optional(),
  applicable_skills: z
    .array(
      z.object({
        skill: z.string(),
        confidence: z.number(),
        credible_interval_95: z.array(z.number()),
        evidence: z.object({ successes: z.number().int(), total_outcomes: z.number().int() }),
        source: z.string(),
        skill_id: z.string(),
        recommendation: z.string(),
        when_to_use: z.string(),
        applicability_score: z.number(),
      }),
    )
    .optional(),
  due_outcomes: z.array(z.object({ ...quotedDecision, due_at: timestamp })).optional(),
  causal_context: z
    .object({
      previous_failed_decisions: z.array(z.string()),
      failed_decision_ids: z.array(z.string()),
      lessons_learned: z.array(z.string()),
    })
    .optional(),
  causal_chains: z.array(CausalChainFields).optional(),
  related_decisions: z.array(RelatedFields).optional(),
});
export type ContextFields = z.output<typeof ContextFields>;

export function contextFields(context: DecisionContext): ContextFields {
  const { statement, depth, warningReport, record, similar, failed, lessons } = context;
  const shortest = depth === "minimal";
  const tried = trackRecordFields(record);
  const { counts } = record.thisWay;
  return {
    decision_statement: statement,
    depth,
    calibration_context: calibrationFields(context),
    warnings: warningReport.warnings
      .slice(0, shortest ? 1 : undefined)
      .map(({ message, evidenceIds, quotes, risk, isLearned, ...warning }) => ({
        ...warning,
        description: message,
        evidence_ids: [...evidenceIds],
        quotes: [...quotes],
      })),
    firewall_status: warningReport.firewallStatus,
    risk_score: warningReport.riskScore,
    risks: warningReport.channels,
    ...(warningReport.related.length > 0 && { related: [...warningReport.related] }),
    ...(tried && { track_record: tried }),
    ...(!shortest && {
      similar_decisions: similar.map(similarFields),
      applicable_skills: context.skills.map((skill) => ({
        skill: skill.statement,
        confidence: rounded(skill.confidence),
        credible_interval_95: skill.interval.map((bound) => rounded(bound)),
        // It is the skill of this way, so its counts are those of the way.
        evidence: { successes: counts.worked, total_outcomes: counts.worked + counts.partly + counts.failed },
        source: countWords(counts),
        skill_id: skill.record.id,
        recommendation: skill.recommendation,
        when_to_use: skill.whenToUse,
        applicability_score: rounded(skill.applicability ?? 0),
      })),
      due_outcomes: context.due.map((decision) => ({
        ...quotedFields(decision),
        due_at: decision.dueAt.toISOString(),
      })),
      causal_context: {
        previous_failed_decisions: failed.map(({ decision }) => decision.statement),
        failed_decision_ids: failed.map(({ decision }) => decision.id),
        lessons_learned: [...lessons],
      },
    }),
    ...(depth === "full" && {
      causal_chains: context.chains.map(causalChainFields),
      related_decisions: context.related.map(relatedFields),
    }),
  };
}

function calibrationFields({ guidance }: DecisionContext): ContextFields["calibration_context"] {
  const { domain, recommendation } = guidance;
  const recommended_confidence = rounded(guidance.recommended?.recommended ?? null);
  const own = {
    your_confidence: guidance.stated ?? null,
    recommended_confidence,
    ...(guidance.recommendedInterval && {
      recommended_interval_95: guidance.recommendedInterval.map((bound) => rounded(bound)),
    }),
    recommendation,
  };
  if (!guidance.known) {
    return {
      domain,
      sample_size: guidance.sampleSize,
      team_success_rate: null,
      counts: null,
      team_confidence: null,
      status: "no_data",
      gap: null,
      ...own,
    };
  }
  const { calibration } = guidance;
  return {
    domain,
    sample_size: calibration.sampleSize,
    team_success_rate: rounded(calibration.mean),
    counts: { ...guidance.team.counts },
    team_confidence: rounded(calibration.meanConfidence),
    status: guidance.status,
    gap: rounded(guidance.gap),
    ...own,
  };
}

const quotedFields = ({ id, statement, standing, author }: Decision) => ({
  decision_id: id,
  statement,
  standing,
  author: author.kind,
});

function similarFields({ decision, lessons, replacement, relevance, checkAgain, places }: FoundPrecedent) {
  const { outcome } = decision;
  return {
    ...quotedFields(decision),
    success_rate: outcome?.score ?? null,
    outcome: outcome?.status ?? null,
    lessons: [...lessons],
    ...(outcome &&
      !worked(outcome) && { antipattern: lessons[0] ?? "It failed, and no lesson was recorded." }),
    relevance: rounded(relevance),
    ...(replacement && {
      superseded_by: { decision_id: replacement.id, statement: replacement.statement },
    }),
    ...shortCheckAgain(checkAgain),
    ...shortAnchors(places),
  };
}
