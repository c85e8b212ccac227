import type { StatedChoice } from "../../domain/decisions/choice.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { GENERAL_DOMAIN } from "../../domain/decisions/domains.ts";
import { affinity, sameWay } from "../../domain/decisions/way-similarity.ts";
import type { SettledCandidate } from "../recall/settled-candidates.ts";

/** Words that tell nothing are no obstacle if the meaning is as close as this. */
const CLOSE_IN_MEANING = 0.8;
/** Decisions of different domains are in one situation only if they are as relevant to each other as this. */
const CLOSE_ACROSS_DOMAINS = 0.7;

/** A decision, made or proposed. What was only proposed has replaced nothing, and its domain need not be known. */
type Choosing = StatedChoice & Partial<Pick<Decision, "id" | "domain" | "supersedes">>;

/** The relevance of the decisions that went the same way: a group is about one choice, not about a subject. */
export function goingTheSameWay(
  choice: Choosing,
  settled: readonly SettledCandidate[],
): ReadonlyMap<string, number> {
  return new Map(
    settled
      .filter(
        ({ decision, relevance }) =>
          isOneSituation(choice, decision, relevance) && isSameWay(choice, decision, relevance),
      )
      .map(({ decision, relevance }) => [decision.id, relevance]),
  );
}

function isOneSituation(choice: Choosing, { domain }: Decision, relevance: number): boolean {
  const isKnown =
    choice.domain !== undefined && choice.domain !== GENERAL_DOMAIN && domain !== GENERAL_DOMAIN;
  return !isKnown || choice.domain === domain || relevance >= CLOSE_ACROSS_DOMAINS;
}

/** Whoever replaces a decision does otherwise, however much of its words the new one keeps. */
function isSameWay(choice: Choosing, decision: Decision, relevance: number): boolean {
  if (hasReplaced(choice, decision) || hasReplaced(decision, choice)) return false;
  return sameWay(choice, decision) || (relevance >= CLOSE_IN_MEANING && affinity(choice, decision) === 0);
}

const hasReplaced = (newer: Choosing, older: Choosing): boolean =>
  older.id !== undefined && newer.supersedes?.includes(older.id) === true;
