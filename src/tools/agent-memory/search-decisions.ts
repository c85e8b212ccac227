import * as z from "zod";
import { OUTCOME_STATUSES, STANDINGS } from "../../decisions/index.ts";
import {
  type Answer,
  type MatchedPart,
  SEARCH_METHODS,
  STRENGTHS,
  searchDecisions,
} from "../../recall/index.ts";
import type { CheckedAnchor } from "../../repository/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { roundedShare } from "../../shared/rounding.ts";
import {
  anchorsLine,
  checkAgainMark,
  Matched,
  matchedLines,
  matchedOf,
  othersOnTargetLine,
  ShortAnchors,
  ShortCheckAgain,
  ShortOthersOnTarget,
  shortAnchors,
  shortCheckAgain,
  shortOthersOnTarget,
} from "../decision-facts.ts";
import { byAuthor, perhapsReplaced, quoteByStrength, recordLine } from "../quote.ts";
import { also, alsoHint } from "../shared-arguments.ts";
import { agentMemoryTool } from "./dialect.ts";

const { shape } = searchDecisions.input;

const PREVIEW = 280;

const Explanation = z.object({
  words: z.number(),
  meaning: z.number(),
  words_weight: z.number(),
  match: z.number(),
  in_place_of: z.string().optional(),
  penalty: z.number(),
  active_bonus: z.number(),
  human_bonus: z.number(),
  topic_bonus: z.number().optional(),
});

const SearchResult = z.object({
  id: z.string(),
  score: z.number(),
  status: z.enum(STANDINGS),
  preview: z.string(),
  kind: z.literal("decision"),
  relevance: z.number(),
  strength: z.enum(STRENGTHS),
  author: z.enum(AUTHOR_KINDS),
  outcome: z.enum(OUTCOME_STATUSES).optional(),
  /** A newer decision that says otherwise about the same thing, without a link between them. */
  perhaps_replaced_by: z.string().optional(),
  others_on_target: ShortOthersOnTarget.optional(),
  check_again: ShortCheckAgain.optional(),
  anchors: ShortAnchors.optional(),
  matched: Matched.optional(),
  explanation: Explanation.optional(),
});

export type SearchHit = z.output<typeof SearchResult>;

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
              ...othersOnTargetLine(result.others_on_target),
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

function searchResult(
  {
    decision,
    score,
    relevance,
    strength,
    explanation,
    matched,
    perhapsReplacedBy,
    othersOnTarget,
    checkAgain,
    places,
  }: Answer & {
    readonly matched?: MatchedPart | undefined;
    readonly places?: readonly CheckedAnchor[] | undefined;
  },
  explain: boolean,
): SearchHit {
  return {
    id: decision.id,
    score: roundedShare(score),
    status: decision.standing,
    preview: previewOf(decision.statement, decision.reasoning),
    kind: "decision",
    relevance: roundedShare(relevance),
    strength,
    author: decision.author.kind,
    ...(decision.outcome && { outcome: decision.outcome.status }),
    ...(perhapsReplacedBy !== undefined && { perhaps_replaced_by: perhapsReplacedBy }),
    ...shortOthersOnTarget(othersOnTarget),
    ...shortCheckAgain(checkAgain),
    ...shortAnchors(places),
    ...matchedOf(matched),
    ...(explain && {
      explanation: {
        words: roundedShare(explanation.words),
        meaning: roundedShare(explanation.meaning),
        words_weight: roundedShare(explanation.wordsWeight),
        match: roundedShare(explanation.match),
        ...(explanation.inPlaceOf !== undefined && { in_place_of: explanation.inPlaceOf }),
        penalty: explanation.penalty,
        active_bonus: explanation.activeBonus,
        human_bonus: explanation.humanBonus,
        ...(explanation.topicBonus > 0 && { topic_bonus: explanation.topicBonus }),
      },
    }),
  };
}

/** Begins with the statement; the reason follows as far as there is room. */
function previewOf(statement: string, reasoning: string | undefined): string {
  const whole = reasoning ? `${statement} — ${reasoning}` : statement;
  const characters = [...whole.replace(/\s+/g, " ")];
  return characters.length <= PREVIEW ? characters.join("") : `${characters.slice(0, PREVIEW - 1).join("")}…`;
}
