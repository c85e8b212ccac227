import * as z from "zod";
import { ASSUMPTION_STATES, evidenceOf, PROGRESS, RISK_LEVELS } from "../../decisions/index.ts";
import { Judgement, LinkedCommit, LinkedPr, updateDecision } from "../../learning/index.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import {
  confidence,
  confidenceHint,
  decisionId,
  decisionIdHint,
  moduleHint,
  moduleName,
  questions,
  questionsHint,
  source,
  sourceHint,
  timestamp,
} from "../shared-arguments.ts";
import { captureInput, statementSuggestion } from "./capture-decision.ts";
import { membriaTool } from "./dialect.ts";

export const updateDecisionTool = membriaTool({
  name: "membria_update_decision",
  canonicalName: "membria.update_decision",
  title: "Update a decision",
  description:
    "Note how far a decision's implementation is, a changed confidence, or the pull request or commit that carries it out. Until its outcome is known you can also correct a decision of your own: what you send replaces that part, and the earlier words stay as a revision.",
  operation: updateDecision,
  input: z.strictObject({
    decision_id: decisionId,
    status: z.enum(PROGRESS).optional(),
    confidence_update: confidence.optional(),
    notes: boundedText(1, LIMITS.text).optional(),
    linked_pr: LinkedPr.optional().describe("Pull request URL"),
    linked_commit: LinkedCommit.optional().describe("Commit SHA"),
    assumption: z
      .strictObject({
        which: Judgement.shape.assumption.describe("Its words, number or id"),
        state: Judgement.shape.state,
        because: Judgement.shape.because,
      })
      .optional()
      .describe("Whether one of its assumptions still holds"),
    statement: captureInput.shape.statement.optional(),
    context: z
      .strictObject({
        module: moduleName.optional(),
        reasoning: boundedText(0, LIMITS.text).optional().describe("Why"),
      })
      .optional(),
    alternatives: textList().optional().describe("All that were considered instead"),
    assumptions: captureInput.shape.assumptions,
    risk_level: z.enum(RISK_LEVELS).optional(),
    risks: textList().optional().describe("What may go wrong"),
    consequences: textList().optional(),
    evidence: textList().optional().describe("Files, pull requests, commits or notes that support it"),
    source,
    questions,
  }),
  hints: {
    decision_id: decisionIdHint,
    status: { suggestion: `Use one of ${PROGRESS.join(", ")}.` },
    confidence_update: {
      ...confidenceHint,
      suggestion: "Use a number from 0 to 1, such as confidence_update: 0.75.",
    },
    statement: { reason: "invalid_statement", suggestion: statementSuggestion },
    "context.module": moduleHint,
    "assumption.state": { suggestion: `Use one of ${ASSUMPTION_STATES.join(", ")}.` },
    risk_level: { suggestion: `Use one of ${RISK_LEVELS.join(", ")}.` },
    source: sourceHint,
    questions: questionsHint,
    linked_pr: { suggestion: "Use its URL, such as https://github.com/acme/shop/pull/7." },
    linked_commit: { suggestion: "Use what git rev-parse HEAD prints, such as 4f2a9c1." },
  },
  result: z.object({
    decision_id: z.string(),
    previous_status: z.enum(PROGRESS),
    new_status: z.enum(PROGRESS),
    updated_at: timestamp,
    changed: z.array(z.string()).describe("The arguments that took effect"),
    revision: z.number().optional().describe("The number of the new revision"),
  }),
  toOperation: (args) => ({
    ref: args.decision_id,
    progress: args.status,
    confidence: args.confidence_update,
    note: args.notes,
    linkedPr: args.linked_pr,
    linkedCommit: args.linked_commit,
    assumption: args.assumption && {
      assumption: args.assumption.which,
      state: args.assumption.state,
      because: args.assumption.because,
    },
    module: args.context?.module,
    statement: args.statement,
    reasoning: args.context?.reasoning,
    alternatives: args.alternatives,
    assumptions: args.assumptions,
    riskLevel: args.risk_level,
    risks: args.risks,
    consequences: args.consequences,
    evidence: args.evidence?.map(evidenceOf),
    source: args.source,
    questions: args.questions,
  }),
  fields: {
    ref: "decision_id",
    progress: "status",
    confidence: "confidence_update",
    note: "notes",
    module: "context.module",
    reasoning: "context.reasoning",
  },
  fromOperation: ({ before, after, revision, notices }, { decision_id: _, context = {}, ...changes }) => ({
    decision_id: after.id,
    previous_status: before.progress,
    new_status: after.progress,
    updated_at: after.updatedAt.toISOString(),
    changed: [...Object.keys(changes), ...Object.keys(context).map((name) => `context.${name}`)],
    ...(revision !== undefined && { revision }),
    ...(notices.length > 0 && { notices }),
  }),
  text: (result) =>
    `Decision ${result.decision_id} updated (${result.changed.join(", ")}): ${result.previous_status} → ${result.new_status}.${
      result.revision === undefined
        ? ""
        : ` It is at revision ${result.revision} now; the earlier words are kept.`
    }`,
});
