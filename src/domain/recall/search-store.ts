import type { Scope } from "../shared/scope.ts";
import type { TextQuery } from "../shared/search-text.ts";
import type { QueryTerms } from "./query-terms.ts";
import type { Candidate } from "./ranking.ts";

/** What a search asks a store for. */
export interface CandidateQuery {
  readonly scope: Scope;
  readonly text: TextQuery;
  /** Left out when there is no model, or another one than the memory's. */
  readonly meaning?: { readonly model: string; readonly vector: Float32Array } | undefined;
  /** How many each method may find. */
  readonly perMethod: number;
  /** Of those only the ones whose outcome is known, and no heads of chains. */
  readonly settledOnly?: boolean | undefined;
}

export interface FoundCandidates {
  /** Features only, with the heads of the chains that were found; ranking is `ranking.ts`, the same for every store. */
  readonly candidates: readonly Candidate[];
  readonly terms: QueryTerms;
  readonly rowsInIndex: number;
}

export interface SearchStore {
  findCandidates(query: CandidateQuery): Promise<FoundCandidates>;
}
