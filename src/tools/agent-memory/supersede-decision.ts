import * as z from "zod";
import { supersedeDecision } from "../../app/decisions/supersede-decision.ts";
import { Confidence } from "../../domain/decisions/decision.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { sourceHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { DecisionResponse, decisionResponse } from "./decision-response.ts";
import { agentMemoryTool } from "./dialect.ts";

const input = z.strictObject({
  title: boundedText(1, LIMITS.statement),
  target: boundedText(1, LIMITS.name),
  rationale: boundedText(15, LIMITS.text),
  old_decision_ids: supersedeDecision.input.shape.supersedes,
  consequences: textList().default([]),
  confidence: Confidence.optional(),
  alternatives: textList().optional(),
  source: supersedeDecision.input.shape.source,
});

export const supersedeDecisionTool = agentMemoryTool({
  name: "supersede_decision",
  canonicalName: "supersede_decision",
  title: "Supersede decisions",
  description:
    "Replace one or more decisions that hold by a new one. Either all of them are replaced or nothing changes.",
  operation: supersedeDecision,
  input,
  hints: {
    rationale: { suggestion: "Explain in at least 15 characters why the old decision no longer holds." },
    old_decision_ids: {
      suggestion: 'Name at least one decision to replace, such as old_decision_ids: ["dec_…"].',
    },
    confidence: { suggestion: "Use a number from 0 to 1, such as confidence: 0.75." },
    source: sourceHint,
  },
  result: DecisionResponse,
  toOperation: toDecision(input, supersedeDecision, {
    title: "statement",
    target: "topic",
    rationale: "reasoning",
    old_decision_ids: "supersedes",
    consequences: "consequences",
    confidence: (confidence) => ({ confidence, confidenceStated: confidence !== undefined }),
    alternatives: "alternatives",
    source: "source",
  }).notTaking([
    "domain",
    "module",
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
