import type { Decision } from "../../domain/decisions/decision.ts";
import { isFiller } from "../../domain/decisions/subject.ts";
import { likenessOf } from "../../domain/recall/likeness.ts";
import { massOf, withoutOneRow } from "../../domain/recall/query-terms.ts";
import { RELEVANT } from "../../domain/recall/relevance.ts";
import { textQuery } from "../../domain/shared/search-text.ts";
import type { RecallDeps } from "./deps.ts";
import { PER_METHOD } from "./find-relevant.ts";

/**
 * The decisions with an outcome that are relevant to one, and how much: by the vector it was stored with and by its words, so nothing is
 * embedded for it. It is asked for as if it were not stored itself, or its own words would all be known. Words that stand
 * in any statement are left out.
 */
export async function kinOf(
  decision: Decision,
  { store }: Pick<RecallDeps, "store">,
): Promise<ReadonlyMap<string, number>> {
  const { terms: words, ...asked } = textQuery(decision.statement);
  const text = { ...asked, terms: words.filter((word) => !isFiller(word)), phrases: [], onlyPhrases: false };
  const { candidates, terms, rowsInIndex } = await store.findCandidates({
    scope: decision.project,
    text,
    meaning: await store.vectorOf(decision.project, decision.id),
    perMethod: PER_METHOD,
    settledOnly: true,
  });
  const others = withoutOneRow(terms);
  const shared = { ...terms, kept: terms.kept.filter(({ rows }) => rows > 1) };
  const mass = {
    ...massOf(others, rowsInIndex - 1),
    // The index scored the rows with this one among them.
    best: massOf(shared, rowsInIndex).best,
  };
  return new Map(
    candidates
      .filter(({ id, standing }) => id !== decision.id && standing !== "draft")
      .map((row): [string, number] => [row.id, likenessOf(row, { mass, cjkShare: text.cjkShare })])
      .filter(([, relevance]) => relevance >= RELEVANT),
  );
}
