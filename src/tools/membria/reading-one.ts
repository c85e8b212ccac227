import * as z from "zod";
import { decisionId, decisionIdHint, maxTokens } from "../shared-arguments.ts";

/** What the tools have in common that read one decision by its id. */
export const readingOne = {
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  quotesMemory: true,
  toOperation: ({ decision_id }: { decision_id: string }) => ({ ref: decision_id }),
  fields: { ref: "decision_id" } as const,
};
