import * as z from "zod";
import type { DescribedAntipattern, DescribedSkill } from "../../app/skills/described-skill.ts";
import type { AnalysedSkill } from "../../app/skills/replaced-failures.ts";
import { rounded } from "../../domain/shared/rounding.ts";
import { LEARNED_SEVERITIES } from "../../domain/shared/severity.ts";
import { SKILL_STAGES } from "../../domain/skills/skill.ts";
import { timestamp } from "../shared-arguments.ts";

/** A skill in the format of the Membria document, with a few more fields. */
export const SkillFields = z.object({
  skill_id: z.string(),
  domain: z.string(),
  statement: z.string(),
  confidence: z.number(),
  credible_interval_95: z.array(z.number()),
  evidence: z.object({
    successes: z.number().int(),
    total_outcomes: z.number().int(),
    decision_ids: z.array(z.string()),
  }),
  applicability_score: z.number().nullable(),
  recommendation: z.string(),
  when_to_use: z.string(),
  examples: z.array(z.string()),
  antipattern: z.string().optional(),
  source: z.enum(["outcomes", "analysis"]),
  generated_at: timestamp,
  status: z.enum(SKILL_STAGES),
});

export const AntipatternFields = z.object({
  skill_id: z.string(),
  pattern: z.string(),
  severity: z.enum(LEARNED_SEVERITIES),
  success_rate: z.number(),
  credible_interval_95: z.array(z.number()),
  recommendation: z.string(),
  evidence: z.array(z.string()).describe("Decision ids, the newest outcome first"),
  successes: z.number().int(),
  total_outcomes: z.number().int(),
  applicability_score: z.number().nullable(),
  status: z.enum(SKILL_STAGES),
});

export function skillFields(skill: DescribedSkill): z.output<typeof SkillFields> {
  const { record, life } = skill;
  return {
    skill_id: record.id,
    domain: record.domain,
    statement: skill.statement,
    confidence: rounded(skill.confidence),
    credible_interval_95: skill.interval.map((bound) => rounded(bound)),
    evidence: {
      successes: record.successes,
      total_outcomes: record.tally.outcomes,
      decision_ids: [...skill.evidence],
    },
    applicability_score: rounded(skill.applicability ?? null),
    recommendation: skill.recommendation,
    when_to_use: skill.whenToUse,
    examples: [...skill.examples],
    ...(skill.antipattern !== undefined && { antipattern: skill.antipattern }),
    source: "outcomes",
    generated_at: record.generatedAt?.toISOString() ?? "",
    status: life.stage,
  };
}

/** One of its two outcomes is the failure that it replaced. */
export function analysedFields(skill: AnalysedSkill): z.output<typeof SkillFields> {
  return {
    skill_id: skill.id,
    domain: skill.domain,
    statement: skill.statement,
    confidence: rounded(skill.confidence),
    credible_interval_95: skill.interval.map((bound) => rounded(bound)),
    evidence: { successes: 1, total_outcomes: 2, decision_ids: [...skill.evidence] },
    applicability_score: rounded(skill.applicability ?? null),
    recommendation: skill.recommendation,
    when_to_use: skill.whenToUse,
    examples: [...skill.examples],
    ...(skill.antipattern !== undefined && { antipattern: skill.antipattern }),
    source: "analysis",
    generated_at: skill.generatedAt.toISOString(),
    status: "emerging",
  };
}

export function antipatternFields(antipattern: DescribedAntipattern): z.output<typeof AntipatternFields> {
  const { record, life } = antipattern;
  return {
    skill_id: record.id,
    pattern: antipattern.pattern,
    severity: antipattern.severity,
    success_rate: rounded(antipattern.confidence),
    credible_interval_95: antipattern.interval.map((bound) => rounded(bound)),
    recommendation: antipattern.recommendation,
    evidence: [...antipattern.evidence],
    successes: record.successes,
    total_outcomes: record.tally.outcomes,
    applicability_score: rounded(antipattern.applicability ?? null),
    status: life.stage,
  };
}
