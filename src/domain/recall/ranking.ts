import type { Standing } from "../decisions/decision.ts";
import type { AuthorKind } from "../shared/actor.ts";
import { cautiousRelevance } from "./cautious-relevance.ts";
import { type MatchScores, type QueryProfile, RELEVANCE_THRESHOLD, relevanceOf } from "./relevance.ts";

export const SEARCH_MODES = ["strict", "balanced", "audit"] as const;
/** `strict`: only active decisions. `balanced`: active ones first. `audit`: all of them, ordered by match alone. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * A row found by words, by meaning, or as the head of a chain that was found. Every store returns the same features,
 * and the ranking depends on nothing else.
 */
export interface Candidate extends MatchScores {
  readonly id: string;
  readonly standing: Standing;
  readonly authorKind: AuthorKind;
  readonly createdAt: Date;
  /** The stated target. Equal only for equal targets of the same project. */
  readonly target?: string | undefined;
  /** Whether it is known how it worked out. */
  readonly settled?: boolean | undefined;
  /** The heads of the chain that superseded it. They must be among the candidates. */
  readonly heads?: readonly string[] | undefined;
}

/** The parts of a score. */
export interface Explanation {
  /** Standard deviations above the mean of the candidates, by words and by meaning. */
  readonly words: number;
  readonly meaning: number;
  readonly wordsWeight: number;
  /** 0 for the weakest candidate, 1 for the strongest. */
  readonly match: number;
  /** The superseded decision that it inherited the match from, if that matched better. */
  readonly inPlaceOf?: string | undefined;
  readonly penalty: number;
  readonly activeBonus: number;
  readonly humanBonus: number;
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  /** match × penalty + bonuses. Only comparable within one result list. */
  readonly score: number;
  /** Comparable between result lists. */
  readonly relevance: number;
  readonly explanation: Explanation;
}

export interface LeftOut<C extends Candidate> {
  readonly ranked: Ranked<C>;
  /** Not relevant enough, not active (in strict mode), or a better decision of the same target was returned. */
  readonly because: "relevance" | "standing" | "target";
  /** The id of that better decision. */
  readonly inFavourOf?: string | undefined;
}

export interface Ranking<C extends Candidate> {
  readonly results: readonly Ranked<C>[];
  readonly leftOut: readonly LeftOut<C>[];
}

/**
 * The weight of words against meaning; the second is for queries in CJK characters, which the shipped model cannot
 * read. Neither is critical: from 0.3 to 0.4 and from 0.85 to 0.95 the mean nDCG@10 of the sets changes by less than
 * 0.004. Whichever set is left out, 0.35 stays the best; for CJK it is 0.9 or 0.95.
 */
const WORDS_WEIGHT = 0.35;
const WORDS_WEIGHT_CJK = 0.9;
/** Estimates the meaning score of a row without a vector as this share of its words score. */
const MEANING_FROM_WORDS = 0.5;

const PENALTY: Readonly<Record<Standing, number>> = {
  active: 1,
  draft: 0.4,
  superseded: 0.2,
  deprecated: 0.05,
};
const ACTIVE_BONUS = 1;
const HUMAN_BONUS = 0.1;

/** Combines words and meaning, then applies standing, author and target. */
export function rank<C extends Candidate>(
  candidates: readonly C[],
  query: QueryProfile,
  mode: SearchMode,
): Ranking<C> {
  const matched = matchAll(candidates, query);
  const placed = mode === "audit" ? matched : inheritFromReplaced(matched);
  const sorted = placed.map((entry) => scored(entry, mode)).sort(byScore);
  const bestOfTarget = mode === "audit" ? new Map<string, string>() : chooseByTarget(sorted, mode);
  const results: Ranked<C>[] = [];
  const leftOut: LeftOut<C>[] = [];
  for (const ranked of sorted) {
    const { id, target } = ranked.candidate;
    const because = reasonToLeaveOut(ranked, mode);
    const best = (target !== undefined && bestOfTarget.get(target)) || id;
    if (because !== undefined) leftOut.push({ ranked, because });
    else if (best !== id) leftOut.push({ ranked, because: "target", inFavourOf: best });
    else results.push(ranked);
  }
  return { results, leftOut };
}

function reasonToLeaveOut<C extends Candidate>(
  { candidate, relevance }: Ranked<C>,
  mode: SearchMode,
): "standing" | "relevance" | undefined {
  if (mode === "strict" && candidate.standing !== "active") return "standing";
  return relevance < RELEVANCE_THRESHOLD ? "relevance" : undefined;
}

/**
 * The id of the decision that stands for each target. Its standing counts before its score: by score alone, the bonus
 * for a person would put a retracted decision of theirs above an agent's draft.
 */
function chooseByTarget<C extends Candidate>(
  sorted: readonly Ranked<C>[],
  mode: SearchMode,
): Map<string, string> {
  const best = new Map<string, C>();
  for (const ranked of sorted) {
    const { target, standing } = ranked.candidate;
    if (target === undefined || reasonToLeaveOut(ranked, mode) !== undefined) continue;
    const other = best.get(target);
    if (!other || PENALTY[standing] > PENALTY[other.standing]) best.set(target, ranked.candidate);
  }
  return new Map([...best].map(([target, { id }]) => [target, id]));
}

/** A candidate with its match, before standing and author are applied. */
interface Matched<C extends Candidate> extends Pick<Ranked<C>, "candidate" | "relevance"> {
  readonly scores: Pick<Explanation, "words" | "meaning" | "wordsWeight">;
  readonly match: number;
  readonly inPlaceOf?: string | undefined;
}

function matchAll<C extends Candidate>(candidates: readonly C[], query: QueryProfile): Matched<C>[] {
  const cosines = candidates.flatMap(({ cosine }) => cosine ?? []);
  const byWords = standardised(candidates.map(({ words }) => words ?? 0));
  const byMeaning = standardised(cosines);
  const judge = query.hasVector === true ? strictRelevance : relevanceOf;
  const wordsWeight =
    cosines.length === 0 ? 1 : WORDS_WEIGHT + (WORDS_WEIGHT_CJK - WORDS_WEIGHT) * query.cjkShare;
  const fusedScores = candidates.map((candidate) => {
    const words = byWords(candidate.words ?? 0);
    const meaning = candidate.cosine === undefined ? MEANING_FROM_WORDS * words : byMeaning(candidate.cosine);
    return {
      candidate,
      scores: { words, meaning, wordsWeight },
      fused: wordsWeight * words + (1 - wordsWeight) * meaning,
    };
  });
  const lowest = Math.min(...fusedScores.map(({ fused }) => fused));
  const range = Math.max(...fusedScores.map(({ fused }) => fused)) - lowest;
  return fusedScores.map(({ candidate, scores, fused }) => ({
    candidate,
    scores,
    match: range === 0 ? 1 : (fused - lowest) / range,
    relevance: judge(candidate, query),
  }));
}

/** A row that waits for its vector could be anything by words alone, and the next search will know better. */
function strictRelevance(row: MatchScores, query: QueryProfile): number {
  const relevance = relevanceOf(row, query);
  // The cautious one forgives a few missing words, which must not make a row more relevant.
  return row.cosine === undefined ? Math.min(relevance, cautiousRelevance(row, query)) : relevance;
}

/** How many standard deviations a value lies above the mean of `values`. */
function standardised(values: readonly number[]): (value: number) => number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return (value) => (variance === 0 ? 0 : (value - mean) / Math.sqrt(variance));
}

/** The head of a chain often uses other words than the decisions it replaced, so it inherits their match. */
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
  return old.match > head.match
    ? { ...head, relevance, match: old.match, inPlaceOf: old.candidate.id }
    : { ...head, relevance };
}

function scored<C extends Candidate>(entry: Matched<C>, mode: SearchMode): Ranked<C> {
  const { candidate, scores, match, relevance, inPlaceOf } = entry;
  const { standing, authorKind } = candidate;
  const isAudit = mode === "audit";
  const penalty = isAudit ? 1 : PENALTY[standing];
  const activeBonus = isAudit || standing !== "active" ? 0 : ACTIVE_BONUS;
  const humanBonus = isAudit || authorKind !== "human" ? 0 : HUMAN_BONUS;
  return {
    candidate,
    score: match * penalty + activeBonus + humanBonus,
    relevance,
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
