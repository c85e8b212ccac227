/** Commands that record how decisions work out: outcome and signal. */

import * as z from "zod";
import {
  NO_OUTCOME,
  OUTCOME_STATUSES,
  type OutcomeStatus,
  recordOutcome,
  recordSignal,
  SIGNAL_TYPES,
  type SignalType,
  VALENCES,
  type Valence,
} from "../../../decisions/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { recordOutcomeTool, recordSignalTool } from "../../../tools/membria/outcomes.ts";
import { defineCommand } from "../../command.ts";
import { useTool, withoutUndefined } from "../../use-tool.ts";

/** Words that people say instead of the name of a status. */
const OTHER_WORDS = new Map<unknown, OutcomeStatus>([
  ["succeeded", "success"],
  ["partly", "partial"],
  ["failed", "failure"],
]);
const statusOf = (word: unknown): unknown => OTHER_WORDS.get(word) ?? word;

const OutcomeWord = z.preprocess(statusOf, z.enum(OUTCOME_STATUSES));
export const OutcomeFilter = z.preprocess(statusOf, z.enum([...OUTCOME_STATUSES, NO_OUTCOME]).optional());

/** The repeatable flag `--metric name=value`. */
const Metrics = z.array(z.string()).default([]).describe("A measurement, as name=value.");

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

/** The valence of a signal if none is given. */
const DEFAULT_VALENCE: Readonly<Record<SignalType, Valence>> = {
  pr_created: "positive",
  pr_merged: "positive",
  ci_passed: "positive",
  ci_failed: "negative",
  incident: "negative",
  performance: "neutral",
};

export const signal = defineCommand({
  name: "signal",
  summary: `Record what happened to a decision: ${SIGNAL_TYPES.join(", ")}.`,
  positionals: ["id", "type"],
  input: z.strictObject({
    id: recordSignal.input.shape.ref.describe("The decision's id"),
    type: z.enum(SIGNAL_TYPES).describe("What kind of thing."),
    valence: z
      .enum(VALENCES)
      .optional()
      .describe("Whether it speaks for or against the decision (depends on the type)."),
    description: recordSignal.input.shape.description.describe("What happened"),
    metric: Metrics,
  }),
  fields: { ref: "id", metrics: "metric" },
  takesDecisions: ["id"],
  longTexts: ["description"],
  async run({ id, type, valence, description, metric }, context) {
    const args = {
      decision_id: id,
      signal_type: type,
      valence: valence ?? DEFAULT_VALENCE[type],
      description,
      metrics: metricsOf(metric),
    };
    const { structured, text } = await useTool(recordSignalTool, args, context);
    return { json: structured, text };
  },
});

/** The measurements by name; numerals become numbers. Undefined if there are none. */
function metricsOf(pairs: readonly string[]): Record<string, number | string> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw notAPair(pair);
      const number = Number(value);
      return [name, value.trim() !== "" && Number.isFinite(number) ? number : value];
    }),
  );
}

function notAPair(received: string): Fault {
  return new Fault("invalid", `A metric needs a name and a value; received ${JSON.stringify(received)}.`, {
    field: "metric",
    received,
    reason: "invalid_metric",
    hint: "Write it as --metric p95_ms=120.",
  });
}
