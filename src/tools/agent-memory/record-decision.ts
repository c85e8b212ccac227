import * as z from "zod";
import { captureDecision } from "../../decisions/index.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import { source, sourceHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { DecisionResponse, decisionResponse } from "./decision-response.ts";
import { agentMemoryTool } from "./dialect.ts";

const input = z.strictObject({
  title: boundedText(1, LIMITS.statement).describe("Short title of the decision"),
  target: boundedText(1, LIMITS.name).describe("The object or area it applies to"),
  rationale: boundedText(10, LIMITS.text).describe("Why, in detail"),
  consequences: textList().default([]),
  source,
});

export const recordDecisionTool = agentMemoryTool({
  name: "record_decision",
  canonicalName: "record_decision",
  title: "Record a decision",
  description:
    "Record a strategic decision about a target. It does not replace another decision about the same target: the reply names that one, and supersede_decision replaces it.",
  operation: captureDecision,
  input,
  hints: {
    title: { suggestion: "Give the decision a short title." },
    target: { suggestion: "Name what the decision applies to, such as database_policy." },
    rationale: { suggestion: "Explain the decision in at least 10 characters." },
    source: sourceHint,
  },
  result: DecisionResponse,
  toOperation: toDecision(
    input,
    captureDecision,
    {
      title: "statement",
      target: "topic",
      rationale: "reasoning",
      consequences: "consequences",
      source: "source",
    },
    { confidenceStated: false, reportSameTopic: true },
  ).notTaking([
    "domain",
    "module",
    "confidence",
    "alternatives",
    "assumptions",
    "riskLevel",
    "risks",
    "evidence",
    "label",
    "sessionId",
    "dueDays",
    "questions",
  ]),
  fromOperation: (done) => decisionResponse(done, done.notices),
  text: ({ message }) => message,
});
