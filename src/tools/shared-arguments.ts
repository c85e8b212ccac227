import * as z from "zod";
import { Confidence } from "../domain/decisions/decision.ts";
import { DOMAINS } from "../domain/decisions/domains.ts";
import { DecisionRef } from "../domain/shared/ids.ts";
import { boundedText } from "../domain/shared/text.ts";
import type { ArgumentHints } from "./arguments.ts";
import { listAs } from "./list-as.ts";
import { MAX_TOKENS } from "./shorten-result.ts";

/** Arguments that several tools share, with the hints that belong to them. */
export const decisionId = DecisionRef.describe("Decision id (dec_…)");
export const moduleName = boundedText(1, 64);
export const confidence = Confidence.describe("Probability that it works out, 0 to 1");
export const timestamp = z.string().describe("ISO 8601");
/** The longest answer in tokens of about four characters. */
export const MaxTokens = z.number().int().min(100).max(MAX_TOKENS);
export const maxTokens = listAs(z.number(), MaxTokens);

export const confidenceHint = {
  reason: "confidence_out_of_range",
  suggestion: "Use a number from 0 to 1, such as confidence: 0.75.",
};
export const moduleHint = {
  reason: "invalid_module",
  suggestion: `Known: ${DOMAINS.join(", ")}. Without a module the domain is detected.`,
};
export const decisionIdHint: ArgumentHints[string] = {
  suggestion: "Send the decision_id that capturing the decision returned (dec_…).",
};
