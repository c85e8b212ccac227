import * as z from "zod";
import { captureDecision, DOMAINS, PROGRESS, RISK_LEVELS } from "../../decisions/index.ts";
import { boundedText, LIMITS, lengthOf, oneLine, textList } from "../../shared/text.ts";
import {
  confidence,
  confidenceHint,
  moduleHint,
  moduleName,
  questions,
  questionsHint,
  source,
  sourceHint,
  timestamp,
} from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { membriaTool } from "./dialect.ts";

const name = boundedText(1, LIMITS.name);
const STATEMENT = { min: 10, max: 500 } as const;

export const captureInput = z.strictObject({
  statement: boundedText(STATEMENT.min, STATEMENT.max).describe("The decision, in one sentence"),
  alternatives: textList().min(1).describe("What was considered instead"),
  confidence,
  assumptions: textList().optional().describe("What must hold for it to work out"),
  risk_level: z.enum(RISK_LEVELS).optional(),
  due_days: captureDecision.input.shape.dueDays.describe("Days until its outcome should be known (30)"),
  context: z
    .strictObject({
      module: moduleName.optional().describe(`One of ${DOMAINS.join(", ")}`),
      session_id: name.optional(),
      file_path: name.optional(),
      reasoning: boundedText(0, LIMITS.text).optional().describe("Why"),
    })
    .optional(),
  source,
  questions,
});

export const captureDecisionTool = membriaTool({
  name: "membria_capture_decision",
  canonicalName: "membria.capture_decision",
  title: "Capture a decision",
  description:
    "Capture a decision when it is made, with your confidence and the alternatives turned down. Its outcome, recorded later, shows how far such confidence can be trusted.",
  operation: captureDecision,
  input: captureInput,
  hints: {
    statement: { reason: "invalid_statement", suggestion: statementSuggestion },
    alternatives: {
      reason: "missing_alternatives",
      suggestion:
        'Name at least one alternative that was considered, such as alternatives: ["keep it as it is"].',
    },
    confidence: confidenceHint,
    "context.module": moduleHint,
    source: sourceHint,
    questions: questionsHint,
    risk_level: { suggestion: `Use one of ${RISK_LEVELS.join(", ")}.` },
  },
  result: z.object({
    decision_id: z.string(),
    created_at: timestamp,
    status: z.enum(PROGRESS),
    confidence: z.number(),
    message: z.string(),
    project: z.string(),
    domain: z.string(),
    repeated: z.boolean().optional(),
  }),
  toOperation: toDecision(
    captureInput,
    captureDecision,
    {
      statement: "statement",
      alternatives: "alternatives",
      confidence: "confidence",
      assumptions: "assumptions",
      risk_level: "riskLevel",
      due_days: "dueDays",
      context: {
        module: "module",
        session_id: "sessionId",
        file_path: (ref) => ({ evidence: ref === undefined ? [] : [{ kind: "file" as const, ref }] }),
        reasoning: "reasoning",
      },
      source: "source",
      questions: "questions",
    },
    { confidenceStated: true },
  ).notTaking(["topic", "domain", "risks", "consequences", "label", "reportSameTopic"]),
  fields: { evidence: "context.file_path" },
  fromOperation: ({ decision, repeated, notices }) => ({
    decision_id: decision.id,
    created_at: decision.createdAt.toISOString(),
    status: decision.progress,
    confidence: decision.confidence ?? 0,
    message: repeated
      ? "The same decision was captured a few minutes ago; nothing was stored again"
      : "Decision captured successfully",
    project: decision.project,
    domain: decision.domain,
    ...(repeated && { repeated }),
    ...(notices.length > 0 && { notices }),
  }),
  text: (result) =>
    `${result.message}: ${result.decision_id} (project ${result.project}, domain ${result.domain}, confidence ${result.confidence}, ${result.status}).`,
});

/** A title may be shorter than a statement has to be, and is then offered as a sentence. */
export function statementSuggestion(received: unknown): string {
  const range = `State the decision in ${STATEMENT.min} to ${STATEMENT.max} characters.`;
  const title = typeof received === "string" ? oneLine(received, STATEMENT.max) : "";
  if (!/\p{L}/u.test(title) || lengthOf(title) >= STATEMENT.min) return range;
  const sentence = `We decided: ${title}${/\p{Sentence_Terminal}$/u.test(title) ? "" : "."}`;
  return `${range} Send a sentence, such as ${JSON.stringify(sentence)}`;
}
