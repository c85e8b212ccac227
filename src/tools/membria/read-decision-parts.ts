import * as z from "zod";
import { decisionId, decisionIdHint, maxTokens } from "../shared-arguments.ts";

/** The parts that all tools share that read one decision by its id. */
export const readDecisionParts = {
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  quotesMemory: true,
  toOperation: ({ decision_id }: { decision_id: string }) => ({ ref: decision_id }),
  fields: { ref: "decision_id" } as const,
};
