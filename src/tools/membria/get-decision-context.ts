import * as z from "zod";
import { getDecisionContext } from "../../learning/index.ts";
import { confidenceHint, listAs, MaxTokens, moduleHint } from "../shared-arguments.ts";
import { ContextFields, contextFields } from "./context-fields.ts";
import { contextText } from "./context-text.ts";
import { membriaTool } from "./dialect.ts";

const { shape } = getDecisionContext.input;

/** The part that is always included needs this much. */
const MIN_TOKENS = 200;

export const getDecisionContextTool = membriaTool({
  name: "membria_get_decision_context",
  canonicalName: "membria.get_decision_context",
  title: "Get decision context",
  description: "Before deciding: how such decisions worked out, skills, warnings, what confidence to state.",
  operation: getDecisionContext,
  input: z.strictObject({
    statement: listAs(z.string(), shape.statement),
    module: shape.module,
    confidence: listAs(z.number(), shape.confidence).optional(),
    depth: shape.depth.unwrap().optional(),
    session_id: listAs(z.string(), shape.sessionId).optional(),
    max_tokens: listAs(z.number(), MaxTokens.min(MIN_TOKENS)).optional(),
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
