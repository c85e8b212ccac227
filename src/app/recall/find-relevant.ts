import type { Decision } from "../../domain/decisions/decision.ts";
import { massOf } from "../../domain/recall/query-terms.ts";
import {
  type Candidate,
  type Ranked,
  type Ranking,
  rank,
  type SearchMode,
} from "../../domain/recall/ranking.ts";
import { type TextQuery, textQuery } from "../../domain/shared/search-text.ts";
import type { CandidateQuery, FoundCandidates, Scope } from "../../domain/store.ts";
import type { Deps } from "../shared/operation.ts";
import { embedQuery } from "./embed-query.ts";

/** Enough for the fusion to know what is usual among the candidates. */
export const PER_METHOD = 100;

/** What a search found, before anything is ranked: whatever goes by the same statement shares it. */
export interface Searched {
  readonly scope: Scope;
  readonly text: TextQuery;
  readonly found: FoundCandidates;
}

export interface Wanted {
  readonly mode: SearchMode;
  readonly limit: number;
  /** The decision that the question comes from: it is no answer, and does not stand for others of its target. */
  readonly without?: string | undefined;
}

export interface RelevantQuery extends Wanted, Pick<CandidateQuery, "scope" | "meaning"> {
  readonly text: TextQuery;
}

export interface RankedDecision extends Ranked<Candidate> {
  readonly decision: Decision;
}

export interface Relevant extends Pick<Ranking<Candidate>, "leftOut"> {
  readonly results: readonly RankedDecision[];
  /** How many are relevant, with those beyond the limit. */
  readonly found: number;
  readonly candidates: number;
}

/** The one way to what is relevant: whatever asks, it is found, ranked and judged alike. */
export async function findRelevant(
  { text, meaning, scope, ...wanted }: RelevantQuery,
  deps: Pick<Deps, "store">,
): Promise<Relevant> {
  const found = await deps.store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  return relevantAmong({ scope, text, found }, wanted, deps);
}

/** A statement as a query: quotation marks in it are not a demand. */
export function statementQuery(statement: string): TextQuery {
  return { ...textQuery(statement), phrases: [], onlyPhrases: false };
}

/** Candidates for a statement, by its words and its meaning. */
export async function searchForStatement(
  statement: string,
  scope: Scope,
  deps: Deps,
): Promise<Searched & { readonly embedding: Awaited<ReturnType<typeof embedQuery>> }> {
  const text = statementQuery(statement);
  const embedding = await embedQuery(statement, deps);
  const query = { scope, text, meaning: embedding.meaning, perMethod: PER_METHOD };
  return { scope, text, found: await deps.store.findCandidates(query), embedding };
}

/** Ranks what was found, and loads what is returned. */
export async function relevantAmong(
  { scope, text, found }: Searched,
  { mode, limit, without }: Wanted,
  { store }: Pick<Deps, "store">,
): Promise<Relevant> {
  const { terms, rowsInIndex } = found;
  const candidates =
    without === undefined ? found.candidates : found.candidates.filter(({ id }) => id !== without);
  const ranking = rank(candidates, { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare }, mode);
  const best = ranking.results.slice(0, limit);
  const decisions = await store.decisionsById(
    scope,
    best.map(({ candidate }) => candidate.id),
  );
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return {
    // What was erased since it was found is gone.
    results: best.flatMap((one) => {
      const decision = byId.get(one.candidate.id);
      return decision ? [{ ...one, decision }] : [];
    }),
    leftOut: ranking.leftOut,
    found: ranking.results.length,
    candidates: candidates.length,
  };
}
