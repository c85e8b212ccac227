import type { Decision } from "../decisions/decision.ts";

/** What a decision means, for a model that reads about 256 word pieces: the statement first, then why. */
export function embeddingText(decision: Decision): string {
  const rest = [
    decision.reasoning ?? "",
    ...decision.consequences,
    ...decision.assumptions,
    ...decision.alternatives,
    ...decision.risks,
  ].filter((text) => text !== "");
  return [decision.statement, ...rest].join(". ");
}
