import * as z from "zod";
import { SEARCH_METHODS, searchDecisions } from "../../app/recall/search-decisions.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { roundedShare } from "../../domain/shared/rounding.ts";
import { anchorsLine } from "../anchor-fields.ts";
import { checkAgainMark } from "../check-again-words.ts";
import { matchedLines } from "../matched-part.ts";
import { quoteByStrength } from "../quote-by-strength.ts";
import { byAuthor, perhapsReplaced, recordLine } from "../record-text.ts";
import { also, alsoHint } from "../shared-arguments.ts";
import { agentMemoryTool } from "./dialect.ts";
import { type SearchHit, SearchResult, searchResult } from "./search-result.ts";

const { shape } = searchDecisions.input;

export const searchDecisionsTool = agentMemoryTool({
  name: "search_decisions",
  canonicalName: "search_decisions",
  title: "Search decisions",
  description:
    "Find decisions by words and meaning, before deciding again. What holds comes first; what replaced an old one stands in its place.",
  operation: searchDecisions,
  input: z.strictObject({
    query: shape.query,
    limit: shape.limit,
    mode: shape.mode.describe("strict: only what holds; audit: all, by relevance alone"),
    explain: z.union([z.boolean(), DecisionRef]).optional().describe("true, or the id of one you miss"),
    also,
  }),
  hints: {
    also: alsoHint,
    query: { suggestion: "Say in a few words what you are looking for." },
    limit: { suggestion: "Use a whole number from 1 to 20." },
    mode: { suggestion: "Use strict, balanced or audit." },
    explain: { suggestion: "Use true, or the id of a decision that you expected." },
  },
  quotesMemory: true,
  result: z.object({
    status: z.literal("success"),
    message: z.string(),
    results: z.array(SearchResult),
    /** How many there are of each strength: the strong ones also beyond the limit, the weak ones as shown. */
    strong: z.number(),
    weak: z.number(),
    methods: z.array(z.enum(SEARCH_METHODS)),
    /** With `explain`: what was close and not returned, and why. */
    left_out: z.array(z.object({ id: z.string(), relevance: z.number(), because: z.string() })).optional(),
    /** With an id in `explain`: where that decision is, or why it is missing. */
    missed: z.object({ id: z.string(), because: z.string(), relevance: z.number().optional() }).optional(),
  }),
  toOperation: ({ query, limit, mode, explain, also }) => ({
    query,
    limit,
    mode,
    also,
    ...(typeof explain === "string" && { expected: explain }),
  }),
  fields: { expected: "explain" },
  fromOperation: (
    { results, more, strong, weak, leftOut, missed, methods, notices, message },
    { explain },
  ) => ({
    status: "success" as const,
    message: more > 0 ? `${message} ${more} more with a higher limit.` : message,
    results: results.map((result) => searchResult(result, Boolean(explain))),
    strong,
    weak,
    methods,
    ...(explain && {
      left_out: leftOut.map(({ ranked, because, inFavourOf }) => ({
        id: ranked.candidate.id,
        relevance: roundedShare(ranked.relevance),
        because: inFavourOf === undefined ? because : `${because}: ${inFavourOf} stands for it`,
      })),
    }),
    ...(missed && {
      missed: {
        id: missed.id,
        because: missed.because,
        ...(missed.relevance !== undefined && { relevance: roundedShare(missed.relevance) }),
      },
    }),
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ message, results, missed }) =>
    [
      ...(missed ? [`${missed.id}: ${missed.because}.`] : []),
      ...(results.length === 0
        ? [message]
        : [
            quoteByStrength(message, results, (result) => [
              lineOf(result),
              ...anchorsLine(result.anchors),
              ...matchedLines(result.matched),
            ]),
          ]),
    ].join("\n"),
});

function lineOf({
  id,
  status,
  author,
  outcome,
  relevance,
  preview,
  perhaps_replaced_by: newer,
  check_again,
}: SearchHit): string {
  const facts = [
    status,
    ...perhapsReplaced(newer),
    ...checkAgainMark(check_again),
    byAuthor(author),
    outcome ?? "no outcome yet",
    `relevance ${relevance.toFixed(2)}`,
  ];
  return recordLine(id, facts, preview);
}
