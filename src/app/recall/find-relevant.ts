import type { Decision } from "../../domain/decisions/decision.ts";
import { informationIn } from "../../domain/recall/query-terms.ts";
import {
  type Candidate,
  type Ranked,
  type Ranking,
  rank,
  type SearchMode,
} from "../../domain/recall/ranking.ts";
import type { CandidateQuery, FoundCandidates } from "../../domain/recall/search-store.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { type TextQuery, textQuery } from "../../domain/shared/search-text.ts";
import type { RecallDeps } from "./deps.ts";
import { embedQuery } from "./embed-query.ts";

/** Enough candidates for meaningful means and standard deviations in the ranking. */
export const PER_METHOD = 100;

/** The unranked candidates for a statement. Several rankings may share one search. */
export interface CandidateSearch {
  readonly scope: Scope;
  readonly text: TextQuery;
  readonly found: FoundCandidates;
  /** Undefined if only words were searched. */
  readonly meaning: CandidateQuery["meaning"];
}

export interface SearchOptions {
  readonly mode: SearchMode;
  readonly limit: number;
  /** The id of the decision that the query is about. It is left out before ranking. */
  readonly without?: string | undefined;
}

export interface RelevantQuery extends SearchOptions, Pick<CandidateQuery, "scope" | "meaning"> {
  readonly text: TextQuery;
}

export interface RankedDecision extends Ranked<Candidate> {
  readonly decision: Decision;
}

export interface RelevantDecisions extends Pick<Ranking<Candidate>, "leftOut"> {
  readonly results: readonly RankedDecision[];
  /** The number of relevant decisions, including those beyond the limit. */
  readonly found: number;
  readonly candidates: number;
}

/** All searches for decisions go through here, so that they find and rank alike. */
export async function findRelevant(
  { text, meaning, scope, ...options }: RelevantQuery,
  deps: Pick<RecallDeps, "store">,
): Promise<RelevantDecisions> {
  const found = await deps.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  return rankCandidates({ scope, text, meaning, found }, options, deps);
}

/** A statement as a query. Unlike in a search, quotation marks in it do not demand an exact match. */
export function statementQuery(statement: string): TextQuery {
  return { ...textQuery(statement), phrases: [], onlyPhrases: false };
}

/** Finds candidates for a statement by its words and its meaning. */
export async function searchForStatement(
  statement: string,
  scope: Scope,
  deps: RecallDeps,
): Promise<CandidateSearch & { readonly embedding: Awaited<ReturnType<typeof embedQuery>> }> {
  const text = statementQuery(statement);
  const embedding = await embedQuery(statement, deps);
  const { meaning } = embedding;
  const found = await deps.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  return { scope, text, meaning, found, embedding };
}

/** Ranks the candidates and loads the best decisions. */
export async function rankCandidates(
  { scope, text, meaning, found }: CandidateSearch,
  { mode, limit, without }: SearchOptions,
  { store }: Pick<RecallDeps, "store">,
): Promise<RelevantDecisions> {
  const { terms, rowsInIndex } = found;
  const candidates =
    without === undefined ? found.candidates : found.candidates.filter(({ id }) => id !== without);
  const ranking = rank(
    candidates,
    {
      information: informationIn(terms, rowsInIndex),
      cjkShare: text.cjkShare,
      hasVector: meaning !== undefined,
    },
    mode,
  );
  const best = ranking.results.slice(0, limit);
  const decisions = await store.decisionsById(
    scope,
    best.map(({ candidate }) => candidate.id),
  );
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return {
    // A decision may have been erased since it was found.
    results: best.flatMap((ranked) => {
      const decision = byId.get(ranked.candidate.id);
      return decision ? [{ ...ranked, decision }] : [];
    }),
    leftOut: ranking.leftOut,
    found: ranking.results.length,
    candidates: candidates.length,
  };
}
