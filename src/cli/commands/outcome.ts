import * as z from "zod";
import { recordOutcome } from "../../app/decisions/record-outcome.ts";
import type { OutcomeStatus } from "../../domain/decisions/outcome.ts";
import { recordOutcomeTool } from "../../tools/membria/record-outcome.ts";
import { defineCommand } from "../command.ts";
import { Metrics, metricsOf } from "../metrics.ts";
import { OutcomeWord } from "../outcome-word.ts";
import { useTool, withoutUndefined } from "../use-tool.ts";

const { shape } = recordOutcome.input;

/** The score of a status if none is given. */
const SCORES: Readonly<Record<OutcomeStatus, number>> = { success: 1, partial: 0.5, failure: 0 };

export const outcome = defineCommand({
  name: "outcome",
  summary: "Record how a decision worked out: success, partial or failure.",
  positionals: ["id", "status"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    status: OutcomeWord.describe("success, partial or failure"),
    score: shape.score.optional().describe("How well, 0 to 1 (1, 0.5 or 0, by the status)"),
    lesson: shape.lessons.describe("What was learned."),
    domain: shape.domain.describe("Where it counts (the decision's own domain)"),
    ci: z.enum(["passed", "failed"]).optional().describe("The result of the build."),
    incident: z.enum(["found", "none"]).optional().describe("Whether it caused one."),
    reliability: shape.score.optional().describe("How reliable it turned out, 0 to 1"),
    metric: Metrics,
  }),
  fields: { ref: "id", lessons: "lesson", "reported.performanceMetrics": "metric" },
  takesDecisions: ["id"],
  longTexts: ["lesson"],
  async run({ id, status, score, lesson, domain, ci, incident, reliability, metric }, context) {
    const signals = withoutUndefined({
      ci_passed: ci && ci === "passed",
      incident_found: incident && incident === "found",
      reliability_score: reliability,
      performance_metrics: metricsOf(metric),
    });
    const { structured, text } = await useTool(
      recordOutcomeTool,
      {
        decision_id: id,
        final_status: status,
        final_score: score ?? SCORES[status],
        lessons_learned: lesson,
        decision_domain: domain,
        signals,
      },
      context,
    );
    return { json: structured, text };
  },
});
