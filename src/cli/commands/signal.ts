import * as z from "zod";
import { recordSignal } from "../../app/decisions/record-signal.ts";
import { SIGNAL_TYPES, type SignalType, VALENCES, type Valence } from "../../domain/decisions/signal.ts";
import { recordSignalTool } from "../../tools/membria/record-signal.ts";
import { defineCommand } from "../command.ts";
import { Metrics, metricsOf } from "../metrics.ts";
import { useTool } from "../use-tool.ts";

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
