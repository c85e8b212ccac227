import * as z from "zod";
import { recordSignal, SIGNAL_TYPES, VALENCES } from "../../decisions/index.ts";
import { percent, rounded } from "../../shared/rounding.ts";
import { jsonObject } from "../../shared/text.ts";
import { decisionId, decisionIdHint, timestamp } from "../shared-arguments.ts";
import { membriaTool } from "./dialect.ts";

const { shape } = recordSignal.input;

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
    description: shape.description,
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
