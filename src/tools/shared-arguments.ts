import * as z from "zod";
import { Confidence, captureDecision, DOMAINS } from "../decisions/index.ts";
import { OtherWordings } from "../recall/index.ts";
import { DecisionRef } from "../shared/ids.ts";
import { boundedText } from "../shared/text.ts";
import type { ArgumentHints } from "./arguments.ts";
import { MAX_TOKENS } from "./shorten.ts";

/** Validates with the full schema but lists the plain one, because every session pays for the listed schema. */
export const listAs = <T extends z.ZodType>(plain: T, full: z.ZodType): T =>
  plain.superRefine((value, context) => {
    for (const issue of full.safeParse(value).error?.issues ?? []) context.addIssue({ ...issue });
  });

/** Arguments that several tools share, with the hints that belong to them. */
export const decisionId = DecisionRef.describe("Decision id (dec_…)");
export const moduleName = boundedText(1, 64);
export const confidence = Confidence.describe("Probability that it works out, 0 to 1");
export const source = captureDecision.input.shape.source.describe("The exchange behind it");
export const questions = listAs(z.array(z.string()), captureDecision.input.shape.questions)
  .optional()
  .describe("Up to 3 it answers");
export const also = listAs(z.array(z.string()), OtherWordings).optional().describe("Up to 4 rewordings");
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
export const alsoHint: ArgumentHints[string] = {
  suggestion: 'Send up to 4 other wordings of the same question, such as also: ["why Redis"].',
};
export const sourceHint: ArgumentHints[string] = {
  suggestion: "Send up to 4,000 characters: only the part in which it was decided.",
};
export const questionsHint: ArgumentHints[string] = {
  suggestion: 'Send up to 3 questions of at most 200 characters, such as questions: ["Why Redis?"].',
};
export const decisionIdHint: ArgumentHints[string] = {
  suggestion: "Send the decision_id that capturing the decision returned (dec_…).",
};
