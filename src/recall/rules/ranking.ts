/** The order of results: match first, then standing, author and target; for suggestions, recency as well. */
import type { Standing } from "../../decisions/index.ts";
import { DAY_MS } from "../../shared/time.ts";
import {
  type Candidate,
  type Matched,
  type MatchParts,
  matchAll,
  matchWordings,
  type SearchedWording,
} from "./match-candidates.ts";
import { type QueryProfile, type Strength, strongerOf } from "./relevance.ts";

export const SEARCH_MODES = ["strict", "balanced", "audit"] as const;
/** `strict`: only active decisions. `balanced`: active ones first. `audit`: all of them, ordered by match alone. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/** The parts of a score. */
interface Explanation extends MatchParts {
  /** 0 for the weakest candidate, 1 for the strongest. */
  readonly match: number;
  /** The superseded decision that it inherited the match from, if that matched better. */
  readonly inPlaceOf?: string | undefined;
  readonly penalty: number;
  readonly activeBonus: number;
  readonly humanBonus: number;
  /** For the topic that the query names. */
  readonly topicBonus: number;
}

export interface Ranked<C extends Candidate, S extends Strength | undefined = Strength | undefined> {
  readonly candidate: C;
  /** match × penalty + bonuses. Only comparable within one result list. */
  readonly score: number;
  /** Comparable between result lists. */
  readonly relevance: number;
  /** Undefined below the floor. */
  readonly strength: S;
  readonly explanation: Explanation;
}

export interface LeftOut<C extends Candidate> {
  readonly ranked: Ranked<C>;
  /** Below the floor, not active (in strict mode), or a better decision of the same target was returned. */
  readonly because: "relevance" | "standing" | "target";
  /** The id of that better decision. */
  readonly inFavourOf?: string | undefined;
}

/** Each list is ordered by score. What nobody asked for is taken from `strong` alone. */
export interface Ranking<C extends Candidate> {
  readonly strong: readonly Ranked<C, "strong">[];
  readonly weak: readonly Ranked<C, "weak">[];
  readonly leftOut: readonly LeftOut<C>[];
}

const PENALTY: Readonly<Record<Standing, number>> = {
  active: 1,
  draft: 0.4,
  superseded: 0.2,
  deprecated: 0.05,
};
const ACTIVE_BONUS = 1;
const HUMAN_BONUS = 0.1;
/** More than any match and author can make up for: a topic that was asked for by its name comes first. */
const TOPIC_BONUS = 0.2;

/** Combines words and meaning, then applies standing, author and target. */
export function rank<C extends Candidate>(
  candidates: readonly C[],
  query: QueryProfile,
  mode: SearchMode,
): Ranking<C> {
  return rankMatched(matchAll(candidates, query), mode);
}

/** The same for several wordings of one question, of which the first is the question itself. */
export function rankWordings<C extends Candidate>(
  wordings: readonly SearchedWording<C>[],
  mode: SearchMode,
): Ranking<C> {
  const [question, ...others] = wordings;
  return question && others.length === 0
    ? rank(question.candidates, question.query, mode)
    : rankMatched(matchWordings(wordings), mode);
}

function rankMatched<C extends Candidate>(matched: readonly Matched<C>[], mode: SearchMode): Ranking<C> {
  const placed = mode === "audit" ? matched : inheritFromReplaced(matched);
  const sorted = placed.map((entry) => scored(entry, mode)).sort(byScore);
  const bestOfTarget = mode === "audit" ? new Map<string, string>() : chooseByTarget(sorted, mode);
  const strong: Ranked<C, "strong">[] = [];
  const weak: Ranked<C, "weak">[] = [];
  const leftOut: LeftOut<C>[] = [];
  for (const ranked of sorted) {
    const { id, target } = ranked.candidate;
    const because = reasonToLeaveOut(ranked, mode);
    const best = (target !== undefined && bestOfTarget.get(target)) || id;
    if (because !== undefined) leftOut.push({ ranked, because });
    else if (best !== id) leftOut.push({ ranked, because: "target", inFavourOf: best });
    else if (isOf("strong", ranked)) strong.push(ranked);
    else if (isOf("weak", ranked)) weak.push(ranked);
  }
  return { strong, weak, leftOut };
}

function isOf<C extends Candidate, S extends Strength>(
  strength: S,
  ranked: Ranked<C>,
): ranked is Ranked<C, S> {
  return ranked.strength === strength;
}

function reasonToLeaveOut<C extends Candidate>(
  { candidate, strength }: Ranked<C>,
  mode: SearchMode,
): "standing" | "relevance" | undefined {
  if (mode === "strict" && candidate.standing !== "active") return "standing";
  return strength === undefined ? "relevance" : undefined;
}

/**
 * The id of the decision that stands for each target. Its strength counts first, so that the weak ones change nothing
 * about the strong ones. Then its standing counts before its score: by score alone, the bonus for a person would put a
 * retracted decision of theirs above an agent's draft.
 */
function chooseByTarget<C extends Candidate>(
  sorted: readonly Ranked<C>[],
  mode: SearchMode,
): Map<string, string> {
  const best = new Map<string, Ranked<C>>();
  for (const ranked of sorted) {
    const { target } = ranked.candidate;
    if (target === undefined || reasonToLeaveOut(ranked, mode) !== undefined) continue;
    const other = best.get(target);
    if (!other || standsBefore(ranked, other)) best.set(target, ranked);
  }
  return new Map([...best].map(([target, { candidate }]) => [target, candidate.id]));
}

function standsBefore<C extends Candidate>(a: Ranked<C>, b: Ranked<C>): boolean {
  if (a.strength !== b.strength) return a.strength === "strong";
  return PENALTY[a.candidate.standing] > PENALTY[b.candidate.standing];
}

/**
 * The head of a chain often uses other words than the decisions it replaced, so it inherits their match and strength.
 */
function inheritFromReplaced<C extends Candidate>(matched: readonly Matched<C>[]): Matched<C>[] {
  const replaced = new Map<string, Matched<C>[]>();
  for (const old of matched) {
    if (old.candidate.standing !== "superseded") continue;
    for (const head of old.candidate.heads ?? []) {
      const olds = replaced.get(head);
      if (olds) olds.push(old);
      else replaced.set(head, [old]);
    }
  }
  return matched.map((entry) => (replaced.get(entry.candidate.id) ?? []).reduce(inheritMatch, entry));
}

function inheritMatch<C extends Candidate>(head: Matched<C>, old: Matched<C>): Matched<C> {
  const relevance = Math.max(head.relevance, old.relevance);
  const strength = strongerOf(head.strength, old.strength);
  return old.match > head.match
    ? { ...head, relevance, strength, match: old.match, inPlaceOf: old.candidate.id }
    : { ...head, relevance, strength };
}

function scored<C extends Candidate>(entry: Matched<C>, mode: SearchMode): Ranked<C> {
  const { candidate, scores, match, relevance, strength, inPlaceOf } = entry;
  const { standing, authorKind, named } = candidate;
  const isAudit = mode === "audit";
  const penalty = isAudit ? 1 : PENALTY[standing];
  const activeBonus = isAudit || standing !== "active" ? 0 : ACTIVE_BONUS;
  const humanBonus = isAudit || authorKind !== "human" ? 0 : HUMAN_BONUS;
  const topicBonus = isAudit || standing !== "active" || named !== true ? 0 : TOPIC_BONUS;
  return {
    candidate,
    score: match * penalty + activeBonus + humanBonus + topicBonus,
    relevance,
    strength,
    // Listed one by one, because spreading an object for every candidate costs more than the arithmetic.
    explanation: {
      words: scores.words,
      meaning: scores.meaning,
      wordsWeight: scores.wordsWeight,
      match,
      inPlaceOf,
      penalty,
      activeBonus,
      humanBonus,
      topicBonus,
    },
  };
}

/** Ties go to the more relevant one, then the newer one, then by id, so that the order is always the same. */
function byScore<C extends Candidate>(a: Ranked<C>, b: Ranked<C>): number {
  return (
    b.score - a.score ||
    b.relevance - a.relevance ||
    b.candidate.createdAt.getTime() - a.candidate.createdAt.getTime() ||
    (a.candidate.id < b.candidate.id ? -1 : 1)
  );
}

const HALF_LIFE_DAYS = 30;

/** 1 today, 0.5 after 30 days, 0.25 after 60. */
export function recencyOf(createdAt: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - createdAt.getTime()) / DAY_MS;
  return 0.5 ** (age / HALF_LIFE_DAYS);
}

/** The weighted mean: weight 0 is relevance alone, weight 1 is recency alone. */
export function withRecency(relevance: number, recency: number, weight: number): number {
  return (1 - weight) * relevance + weight * recency;
}
