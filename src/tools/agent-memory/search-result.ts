import * as z from "zod";
import type { Answer } from "../../app/recall/find-relevant.ts";
import { STANDINGS } from "../../domain/decisions/decision.ts";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import type { MatchedPart } from "../../domain/recall/matched-part.ts";
import { STRENGTHS } from "../../domain/recall/strength.ts";
import type { CheckedAnchor } from "../../domain/repository/anchor-state.ts";
import { AUTHOR_KINDS } from "../../domain/shared/actor.ts";
import { roundedShare } from "../../domain/shared/rounding.ts";
import { ShortAnchors, shortAnchors } from "../anchor-fields.ts";
import { ShortCheckAgain, shortCheckAgain } from "../check-again-words.ts";
import { Matched, matchedOf } from "../matched-part.ts";

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

export const SearchResult = z.object({
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
  check_again: ShortCheckAgain.optional(),
  anchors: ShortAnchors.optional(),
  matched: Matched.optional(),
  explanation: Explanation.optional(),
});

export type SearchHit = z.output<typeof SearchResult>;

export function searchResult(
  {
    decision,
    score,
    relevance,
    strength,
    explanation,
    matched,
    perhapsReplacedBy,
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
