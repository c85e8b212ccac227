import * as z from "zod";
import { getDecisionContext } from "../../app/get-decision-context.ts";
import { ContextFields, contextFields } from "./context-fields.ts";
import { contextText } from "./context-text.ts";
import { membriaTool } from "./dialect.ts";
import { confidenceHint, maxTokens, moduleHint } from "./fields.ts";

const { shape } = getDecisionContext.input;

export const getDecisionContextTool = membriaTool({
  name: "membria_get_decision_context",
  canonicalName: "membria.get_decision_context",
  title: "Get decision context",
  description:
    "Before deciding: how such decisions worked out, what confidence to state, similar decisions, skills, warnings, due outcomes.",
  operation: getDecisionContext,
  input: z.strictObject({
    statement: shape.statement,
    module: shape.module,
    confidence: shape.confidence,
    depth: shape.depth,
    session_id: shape.sessionId,
    max_tokens: maxTokens.meta({ description: undefined }).optional(),
  }),
  hints: {
    statement: { reason: "invalid_statement", suggestion: "State the proposed decision in one sentence." },
    module: moduleHint,
    confidence: confidenceHint,
    depth: { suggestion: "Use minimal, standard or full." },
  },
  quotesMemory: true,
  result: ContextFields,
  toOperation: ({ statement, module, confidence, depth, session_id }) => ({
    statement,
    module,
    confidence,
    depth,
    sessionId: session_id,
  }),
  fromOperation: (context) => ({
    ...contextFields(context),
    ...(context.notices.length > 0 && { notices: context.notices }),
  }),
  text: (result, { max_tokens }) => contextText(result, max_tokens),
});
