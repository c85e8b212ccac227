import type { Decision } from "../../domain/decisions/decision.ts";
import { isStopWord } from "../../domain/decisions/topic.ts";
import { cautiousRelevance } from "../../domain/recall/cautious-relevance.ts";
import { informationIn, withoutOneRow } from "../../domain/recall/query-terms.ts";
import { RELEVANCE_THRESHOLD } from "../../domain/recall/relevance.ts";
import { textQuery } from "../../domain/shared/search-text.ts";
import { storedVector } from "./comparable-vector.ts";
import type { RecallDeps } from "./deps.ts";
import { PER_METHOD } from "./find-relevant.ts";

/**
 * The decisions with an outcome that are relevant to a decision, with their relevance. It uses the stored vector, so
 * nothing is embedded. The word counts are computed as if the decision itself were not stored, because otherwise all
 * its words would count as known. Stop words are left out.
 */
export async function findSimilarWithOutcome(
  decision: Decision,
  deps: Pick<RecallDeps, "store" | "profiles">,
): Promise<ReadonlyMap<string, number>> {
  const { terms: words, ...query } = textQuery(decision.statement);
  const text = {
    ...query,
    terms: words.filter((word) => !isStopWord(word)),
    phrases: [],
    onlyPhrases: false,
  };
  const meaning = await storedVector(decision, deps);
  const { candidates, terms, rowsInIndex } = await deps.store.findCandidates({
    scope: decision.project,
    text,
    meaning,
    perMethod: PER_METHOD,
    settledOnly: true,
  });
  const others = withoutOneRow(terms);
  const shared = { ...terms, kept: terms.kept.filter(({ rows }) => rows > 1) };
  const information = {
    ...informationIn(others, rowsInIndex - 1),
    // The index scored the rows while the decision was among them.
    best: informationIn(shared, rowsInIndex).best,
  };
  return new Map(
    candidates
      .filter(({ id, standing }) => id !== decision.id && standing !== "draft")
      .map((row): [string, number] => [
        row.id,
        cautiousRelevance(row, { information, cjkShare: text.cjkShare, model: meaning?.profile }),
      ])
      .filter(([, relevance]) => relevance >= RELEVANCE_THRESHOLD),
  );
}
