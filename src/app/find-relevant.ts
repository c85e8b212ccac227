import type { Decision } from "../domain/decision.ts";
import { massOf } from "../domain/query-terms.ts";
import { type Candidate, type Ranked, type Ranking, rank, type SearchMode } from "../domain/ranking.ts";
import type { TextQuery } from "../domain/search-text.ts";
import type { CandidateQuery } from "../domain/store.ts";
import type { Deps } from "./operation.ts";

/** Enough for the fusion to know what is usual among the candidates. */
const PER_METHOD = 100;

export interface RelevantQuery extends Pick<CandidateQuery, "scope" | "meaning"> {
  readonly text: TextQuery;
  readonly mode: SearchMode;
  readonly limit: number;
  /** The decision that the question comes from: it is no answer, and does not stand for others of its target. */
  readonly without?: string | undefined;
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
  { text, meaning, scope, mode, limit, without }: RelevantQuery,
  { store }: Pick<Deps, "store">,
): Promise<Relevant> {
  const found = await store.findCandidates({ scope, text, meaning, perMethod: PER_METHOD });
  const { terms, rowsInIndex } = found;
  const candidates =
    without === undefined ? found.candidates : found.candidates.filter(({ id }) => id !== without);
  const ranking = rank(candidates, { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare }, mode);
  const best = ranking.results.slice(0, limit);
  const decisions = await store.decisionsById(best.map(({ candidate }) => candidate.id));
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
