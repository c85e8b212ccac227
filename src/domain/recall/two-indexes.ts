import { type CountedTerm, type IndexedTerms, informationIn } from "./query-terms.ts";

/** The words of a query in two indexes as if they were one. */
export function bothIndexes(a: IndexedTerms, b: IndexedTerms): IndexedTerms {
  if (b.rowsInIndex === 0) return a;
  const rows = new Map<string, number>();
  for (const { terms } of [a, b]) {
    for (const { term, rows: count } of [...terms.kept, ...terms.dropped, ...terms.absent])
      rows.set(term, (rows.get(term) ?? 0) + count);
  }
  const all = [...rows]
    .map(([term, count]): CountedTerm => ({ term, rows: count }))
    .sort((x, y) => x.rows - y.rows);
  const kept = new Set([...a.terms.kept, ...b.terms.kept].map(({ term }) => term));
  return {
    terms: {
      kept: all.filter(({ term }) => kept.has(term)),
      dropped: all.filter((one) => !kept.has(one.term) && one.rows > 0),
      absent: all.filter((one) => one.rows === 0),
      alternatives: a.terms.alternatives,
    },
    rowsInIndex: a.rowsInIndex + b.rowsInIndex,
  };
}

/**
 * Makes the BM25 scores of one index comparable with those of another: a row gets the score that it would have in both
 * together if it has the same share of the information that its own index can give.
 */
export function commonScale(own: IndexedTerms, all: IndexedTerms): (words: number) => number {
  if (own === all) return (words) => words;
  const { best: bestHere } = informationIn(own.terms, own.rowsInIndex);
  const { best, known } = informationIn(all.terms, all.rowsInIndex);
  const here = new Set(own.terms.kept.map(({ term }) => term));
  const keptHere = all.terms.kept.filter(({ term }) => here.has(term));
  const { known: knownHere } = informationIn({ ...all.terms, kept: keptHere }, all.rowsInIndex);
  const factor = bestHere === 0 || known === 0 ? 0 : (best / bestHere) * (knownHere / known);
  return (words) => words * factor;
}
