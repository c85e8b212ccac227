import {
  baseWords,
  type CheckAgain,
  type Decision,
  decisionsById,
  readCheckAgain,
} from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { plainQuery, type TextQuery } from "../../shared/words/search-text.ts";
import type { Connection } from "../../store/file/connection.ts";
import type { Candidate } from "../rules/match-candidates.ts";
import { newerFirst } from "../rules/perhaps-replaced.ts";
import { informationIn } from "../rules/query-terms.ts";
import { type LeftOut, type Ranked, type Ranking, rankWordings, type SearchMode } from "../rules/ranking.ts";
import type { CandidateQuery, FoundCandidates } from "../rules/recall-store.ts";
import { fillWithWeak, type Strength } from "../rules/relevance.ts";
import { findCandidates } from "../sql/search.ts";
import { findPerhapsReplaced, type OthersOnTarget, standForTargets } from "./compare-results.ts";
import type { RecallDeps } from "./deps.ts";
import { type ComparableVector, type EmbeddedQuery, embedQueries, meaningSoon } from "./embed-query.ts";

/** Enough candidates for meaningful means and standard deviations in the ranking. */
export const PER_METHOD = 100;

/** How many of the best are compared with each other. */
const MOST_COMPARED = 5;

/** All that a search by words and a given vector needs. */
export interface SearchingDeps {
  readonly memory: Connection;
}

/** The unranked candidates for a statement. Several rankings may share one search. */
export interface CandidateSearch {
  readonly scope: Scope;
  readonly text: TextQuery;
  readonly found: FoundCandidates;
  /** Undefined if only words were searched. */
  readonly meaning: ComparableVector | undefined;
}

export interface SearchOptions {
  readonly mode: SearchMode;
  readonly limit: number;
  /** The id of the decision that the query is about. It is left out before ranking. */
  readonly without?: string | undefined;
}

/** A question, or another wording of it. */
export interface Wording {
  readonly text: TextQuery;
  readonly meaning?: ComparableVector | undefined;
  /** The meaning if it is still being made. */
  readonly soon?: Promise<ComparableVector | undefined> | undefined;
}

export interface RelevantQuery extends SearchOptions, Wording {
  readonly scope: Scope;
}

export interface RankedDecision<S extends Strength = Strength> extends Ranked<Candidate, S> {
  readonly decision: Decision;
}

export interface Answer extends RankedDecision {
  /** The id of a newer decision that says otherwise about the same thing, if no link says how they relate. */
  readonly perhapsReplacedBy?: string | undefined;
  readonly othersOnTarget?: OthersOnTarget | undefined;
  /** Why it should be looked at again. */
  readonly checkAgain?: readonly CheckAgain[] | undefined;
}

export interface Answers {
  /** The strong ones, then the weak ones that fill up. */
  readonly results: readonly Answer[];
  /** The number of strong ones, including those beyond the limit. */
  readonly strong: number;
  /** The candidates that were not returned, best first. Weak ones that others are closer than have the reason `closer`. */
  readonly leftOut: readonly NotReturned[];
  readonly candidates: number;
}

export interface NotReturned extends Omit<LeftOut<Candidate>, "because"> {
  readonly because: LeftOut<Candidate>["because"] | "closer";
}

/**
 * Finds decisions that may be shown unasked, warned about or counted. Everything but a search that somebody asked for goes through here:
 * there is no way to a weak decision from it.
 */
export async function findStrong(
  query: RelevantQuery,
  deps: SearchingDeps,
): Promise<readonly RankedDecision<"strong">[]> {
  return strongAmong(await searchFor(query, deps), query, deps);
}

/** The same for candidates that are already there. */
export async function strongAmong(
  search: CandidateSearch,
  options: SearchOptions,
  deps: SearchingDeps,
): Promise<readonly RankedDecision<"strong">[]> {
  const { strong } = rankAll([search], options);
  return withDecisions(strong.slice(0, options.limit), search.scope, deps);
}

/** Finds answers for somebody who asked, also those that are only close. It must not be used for anything else. */
export async function findAnswers(
  query: RelevantQuery & { readonly otherWordings?: readonly Wording[] | undefined },
  deps: Pick<RecallDeps, "memory">,
): Promise<Answers> {
  const { scope } = query;
  const searches: CandidateSearch[] = [];
  for (const wording of [query, ...(query.otherWordings ?? [])])
    searches.push(await searchFor({ ...wording, scope, withPassages: true }, deps));
  const question = baseWords(searches.flatMap(({ text }) => text.words).join(" "));
  const ranking = rankAll(searches, query);
  const ranked = [...ranking.strong, ...ranking.weak];
  const most = Math.max(fillWithWeak(ranking.strong, ranking.weak, query.limit).length, MOST_COMPARED);
  const mostRelevant = await withDecisions(ranked.slice(0, most), scope, deps);
  const {
    results: best,
    others,
    leftOut,
  } = await standForTargets(mostRelevant, ranking.leftOut, question, scope, deps);
  const { replaced, ordered: newerOf } = await findPerhapsReplaced(
    best.slice(0, MOST_COMPARED),
    question,
    searches[0]?.meaning?.profile,
    scope,
    deps,
  );
  const ordered = query.mode === "audit" ? best : newerFirst(best, newerOf);
  const results = fillWithWeak(ordered.filter(isStrong), ordered.filter(isWeak), query.limit);
  const returned = new Set(results.map(({ candidate }) => candidate.id));
  const closer = [...ordered.filter(isWeak), ...ranked.slice(most).filter(isWeak)]
    .filter(({ candidate }) => !returned.has(candidate.id))
    .map((one) => ({ ranked: one, because: "closer" as const }));
  const toCheck = await readCheckAgain(
    results.map(({ decision }) => decision),
    scope,
    deps,
  );
  return {
    results: results.map((one) => {
      const perhapsReplacedBy = replaced.get(one.decision.id);
      const checkAgain = toCheck.get(one.decision.id);
      const othersOnTarget = others.get(one.decision.id);
      return {
        ...one,
        ...(perhapsReplacedBy && { perhapsReplacedBy }),
        ...(checkAgain && { checkAgain }),
        ...(othersOnTarget && { othersOnTarget }),
      };
    }),
    strong: ranking.strong.length,
    leftOut: [...leftOut, ...closer].sort((a, b) => b.ranked.score - a.ranked.score),
    candidates: ranked.length + ranking.leftOut.length,
  };
}

const isStrong = ({ strength }: Ranked<Candidate, Strength>): boolean => strength === "strong";
const isWeak = ({ strength }: Ranked<Candidate, Strength>): boolean => strength === "weak";

/** A statement as a query. Unlike in a search, quotation marks in it do not demand an exact match. */
export function statementQuery(statement: string): TextQuery {
  return { ...plainQuery(statement), phrases: [], onlyPhrases: false };
}

/** Finds candidates for a statement by its words and its meaning. */
export async function searchForStatement(
  statement: string,
  scope: Scope,
  deps: RecallDeps,
): Promise<CandidateSearch & { readonly embedding: EmbeddedQuery }> {
  const embedded = embedQueries([statement], deps);
  const text = statementQuery(statement);
  const found = await findCandidates(
    deps.memory,
    { scope, text, perMethod: PER_METHOD },
    meaningSoon(embedded),
  );
  const { meanings, ...rest } = await embedded;
  const [meaning] = meanings;
  return { scope, text, meaning, found, embedding: { meaning, ...rest } };
}

async function searchFor(
  { text, meaning, soon, scope, withPassages }: Wording & Pick<CandidateQuery, "scope" | "withPassages">,
  { memory }: SearchingDeps,
): Promise<CandidateSearch> {
  const query = { scope, text, meaning, perMethod: PER_METHOD, withPassages };
  const found = await findCandidates(memory, query, soon);
  return { scope, text, meaning: soon === undefined ? meaning : await soon, found };
}

/** All searches for decisions are ranked here, so that they rank alike. */
function rankAll(searches: readonly CandidateSearch[], { mode, without }: SearchOptions): Ranking<Candidate> {
  const wordings = searches.map(({ text, meaning, found: { candidates, terms, rowsInIndex } }) => ({
    candidates: without === undefined ? candidates : candidates.filter(({ id }) => id !== without),
    query: {
      information: informationIn(terms, rowsInIndex),
      cjkShare: text.cjkShare,
      model: meaning?.profile,
    },
  }));
  return rankWordings(wordings, mode);
}

async function withDecisions<S extends Strength>(
  best: readonly Ranked<Candidate, S>[],
  scope: Scope,
  { memory }: SearchingDeps,
): Promise<RankedDecision<S>[]> {
  const decisions = await decisionsById(
    memory,
    scope,
    best.map(({ candidate }) => candidate.id),
  );
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  // A decision may have been erased since it was found.
  return best.flatMap((ranked) => {
    const decision = byId.get(ranked.candidate.id);
    return decision ? [{ ...ranked, decision }] : [];
  });
}
