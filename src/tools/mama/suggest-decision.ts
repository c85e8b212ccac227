import * as z from "zod";
import { STRENGTHS, suggestDecisions } from "../../recall/index.ts";
import { roundedShare } from "../../shared/rounding.ts";
import {
  checkAgainMark,
  Matched,
  matchedLines,
  matchedOf,
  othersOnTargetLine,
  ShortCheckAgain,
  ShortOthersOnTarget,
  shortCheckAgain,
  shortOthersOnTarget,
} from "../decision-facts.ts";
import { MemoryItem, memoryItem, memoryLines, READ_WHOLE } from "../mama-family/memory-item.ts";
import { countByStrength, perhapsReplaced, quoteByStrength } from "../quote.ts";
import { also, alsoHint } from "../shared-arguments.ts";
import { mamaTool } from "./dialect.ts";

const { shape } = suggestDecisions.input;

export const suggestDecisionTool = mamaTool({
  name: "suggest_decision",
  canonicalName: "suggest_decision",
  title: "Suggest decisions",
  description:
    "Find past decisions that bear on a question, with a similarity score that may favour recent ones.",
  successor: "memory_search_by_context",
  operation: suggestDecisions,
  input: z.strictObject({
    userQuestion: shape.question.describe("The question or intent"),
    recencyWeight: shape.recencyWeight.describe("0: similarity alone, 1: recency alone"),
    also,
  }),
  hints: {
    userQuestion: { suggestion: "Ask in your own words." },
    recencyWeight: { suggestion: "Use a number from 0 to 1, such as recencyWeight: 0.3." },
    also: alsoHint,
  },
  quotesMemory: true,
  readWhole: READ_WHOLE,
  result: z.object({
    success: z.literal(true),
    data: z.object({
      suggestions: z.array(
        MemoryItem.extend({
          similarity: z.number(),
          relevance: z.number(),
          strength: z.enum(STRENGTHS),
          perhaps_replaced_by: z.string().optional(),
          others_on_target: ShortOthersOnTarget.optional(),
          check_again: ShortCheckAgain.optional(),
          matched: Matched.optional(),
        }),
      ),
      reason: z.string().optional(),
    }),
  }),
  toOperation: ({ userQuestion, recencyWeight, also }) => ({ question: userQuestion, recencyWeight, also }),
  fields: { question: "userQuestion" },
  fromOperation: ({ suggestions, message, notices }) => ({
    success: true as const,
    data: {
      suggestions: suggestions.map(
        ({
          decision,
          similarity,
          relevance,
          strength,
          matched,
          perhapsReplacedBy,
          othersOnTarget,
          checkAgain,
        }) => ({
          ...memoryItem(decision),
          similarity: roundedShare(similarity),
          relevance: roundedShare(relevance),
          strength,
          ...(perhapsReplacedBy !== undefined && { perhaps_replaced_by: perhapsReplacedBy }),
          ...shortOthersOnTarget(othersOnTarget),
          ...shortCheckAgain(checkAgain),
          ...matchedOf(matched),
        }),
      ),
      ...(suggestions.length === 0 && { reason: message }),
    },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }) =>
    data.suggestions.length === 0
      ? (data.reason ?? "")
      : quoteByStrength(countByStrength(data.suggestions), data.suggestions, (item) => [
          ...memoryLines(item, [
            ...perhapsReplaced(item.perhaps_replaced_by),
            ...checkAgainMark(item.check_again),
            `similarity ${item.similarity}`,
          ]),
          ...othersOnTargetLine(item.others_on_target),
          ...matchedLines(item.matched),
        ]),
});
