import * as z from "zod";
import { captureDecision } from "../../app/decisions/capture-decision.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { DecisionResponse, decisionResponse } from "./decision-response.ts";
import { agentMemoryTool } from "./dialect.ts";

export const recordDecisionTool = agentMemoryTool({
  name: "record_decision",
  canonicalName: "record_decision",
  title: "Record a decision",
  description:
    "Record a strategic decision about a target. It does not replace another decision about the same target: the reply names that one, and supersede_decision replaces it.",
  operation: captureDecision,
  input: z.strictObject({
    title: boundedText(1, LIMITS.statement).describe("Short title of the decision"),
    target: boundedText(1, LIMITS.name).describe("The object or area it applies to"),
    rationale: boundedText(10, LIMITS.text).describe("Why, in detail"),
    consequences: textList().default([]),
  }),
  hints: {
    title: { suggestion: "Give the decision a short title." },
    target: { suggestion: "Name what the decision applies to, such as database_policy." },
    rationale: { suggestion: "Explain the decision in at least 10 characters." },
  },
  result: DecisionResponse,
  toOperation: ({ title, target, rationale, consequences }) => ({
    statement: title,
    topic: target,
    reasoning: rationale,
    consequences,
    confidenceStated: false,
    reportSameTopic: true,
  }),
  fields: { statement: "title", topic: "target", reasoning: "rationale" },
  fromOperation: (done) => decisionResponse(done, done.notices),
  text: ({ message }) => message,
});
