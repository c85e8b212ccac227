import { type MatchScores, type QueryProfile, relevanceOf } from "./relevance.ts";

/** The share of its maximum BM25 score that a word reaches if it occurs once in a statement of average length. */
const SHARE_OF_ONE_OCCURRENCE = 0.7;

/**
 * The relevance of a row to a statement, for learning and advice. Without a vector, a search by words prefers a wrong
 * result to a missed one. Nothing should be learned from a coincidence, so here words that the row lacks count as
 * unknown.
 */
export function cautiousRelevance(row: MatchScores, query: QueryProfile): number {
  if (row.cosine !== undefined) return relevanceOf(row, query);
  const { information } = query;
  const share =
    information.best === 0 ? 0 : Math.min(1, (row.words ?? 0) / (SHARE_OF_ONE_OCCURRENCE * information.best));
  return relevanceOf(
    { words: information.best },
    { ...query, information: { ...information, known: share * information.known } },
  );
}
