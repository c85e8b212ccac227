import * as z from "zod";
import { getWarnings } from "../../learning/index.ts";
import { confidence, confidenceHint, maxTokens, moduleName } from "../shared-arguments.ts";
import { membriaTool } from "./dialect.ts";
import { WarningFields, warningFields, warningText } from "./warning-fields.ts";

const { shape } = getWarnings.input;
const USED_CONTEXT = ["reasoning", "session_id"];

export const getWarningsTool = membriaTool({
  name: "membria_get_warnings",
  canonicalName: "membria.get_warnings",
  title: "Get warnings",
  description:
    "Before a decision: red flags with their evidence, such as known antipatterns, choices that already failed, decisions it contradicts and misplaced confidence.",
  operation: getWarnings,
  input: z.strictObject({
    statement: shape.statement.describe("The proposed decision, in one sentence"),
    module: moduleName.describe("A domain, such as database"),
    confidence: confidence.optional(),
    alternatives: shape.alternatives.describe("What else was considered"),
    context: z
      .looseObject({
        reasoning: shape.reasoning.describe("Why"),
        session_id: shape.sessionId,
      })
      .optional(),
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    statement: { reason: "invalid_statement", suggestion: "State the proposed decision in one sentence." },
    module: { suggestion: "Name the module, such as database." },
    confidence: confidenceHint,
  },
  quotesMemory: true,
  result: WarningFields.extend({ notices: z.array(z.string()).optional() }),
  toOperation: ({ statement, module, confidence: stated, alternatives, context }) => ({
    statement,
    module,
    confidence: stated,
    alternatives,
    reasoning: context?.reasoning,
    sessionId: context?.session_id,
  }),
  fields: { reasoning: "context.reasoning", sessionId: "context.session_id" },
  fromOperation: (warned, { context = {} }) => {
    const unused = Object.keys(context).filter((key) => !USED_CONTEXT.includes(key));
    return {
      ...warningFields(warned),
      ...(unused.length > 0 && {
        notices: [
          `Only ${USED_CONTEXT.join(" and ")} of the context are used; ${unused.length} more ignored.`,
        ],
      }),
    };
  },
  text: warningText,
});
