import * as z from "zod";
import { captureDecision } from "../../app/decisions/capture-decision.ts";
import { toDecision } from "../to-decision.ts";

const { shape } = captureDecision.input;

/** What a person fills in for a decision of theirs. */
export const NewDecision = z.strictObject({
  statement: shape.statement,
  confidence: shape.confidence,
  reasoning: shape.reasoning,
  alternatives: shape.alternatives,
  domain: shape.domain,
  topic: shape.topic,
  assumptions: shape.assumptions,
  risks: shape.risks,
  risk_level: shape.riskLevel,
  consequences: shape.consequences,
  evidence: shape.evidence,
  questions: shape.questions,
  source: shape.source,
  due_days: shape.dueDays,
});

export const newDecision = toDecision(NewDecision, captureDecision, {
  statement: "statement",
  confidence: (confidence) => ({ confidence, confidenceStated: confidence !== undefined }),
  reasoning: "reasoning",
  alternatives: "alternatives",
  domain: "domain",
  topic: "topic",
  assumptions: "assumptions",
  risks: "risks",
  risk_level: "riskLevel",
  consequences: "consequences",
  evidence: "evidence",
  questions: "questions",
  source: "source",
  due_days: "dueDays",
}).notTaking(["module", "label", "sessionId", "reportSameTopic"]);
