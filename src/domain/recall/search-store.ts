import type { Decision } from "../decisions/decision.ts";
import type { Scope } from "../shared/scope.ts";
import type { TextQuery } from "../shared/search-text.ts";
import type { Candidate } from "./candidate.ts";
import type { IndexedTerms } from "./query-terms.ts";

/** A query to a store for candidates. */
export interface CandidateQuery {
  readonly scope: Scope;
  readonly text: TextQuery;
  /** Undefined if there is no model, or not the active model of the memory. */
  readonly meaning?: { readonly model: string; readonly vector: Float32Array } | undefined;
  /** The limit for each search method. */
  readonly perMethod: number;
  /**
   * Also finds decisions by their passages and by the name of their topic. Only for somebody who asked: what is shown
   * unasked, counted or learned from goes by the decisions themselves.
   */
  readonly withPassages?: boolean | undefined;
  /** Returns only decisions with an outcome, and no heads of chains. */
  readonly settledOnly?: boolean | undefined;
}

export interface FoundCandidates extends IndexedTerms {
  /** Unranked, including the heads of the chains that were found. `ranking.ts` ranks them, the same for every store. */
  readonly candidates: readonly Candidate[];
}

export interface SearchStore {
  /** `soon` is the `meaning` of the query if it is still being made: the words are searched meanwhile. */
  findCandidates(query: CandidateQuery, soon?: Promise<CandidateQuery["meaning"]>): Promise<FoundCandidates>;
  /**
   * Decisions whose statement has words of the index in common with these, those with most of them first,
   * then the newest. Fast in a memory of any size, so it looks at the newest ones only.
   */
  decisionsSharing(scope: Scope, words: readonly string[], limit: number): Promise<readonly Decision[]>;
}
