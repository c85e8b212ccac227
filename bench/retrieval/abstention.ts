import { mean, recall } from "./measure.ts";
import { type Corpus, find, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const COLUMN = 14;

/**
 * How often queries of one set get nothing from the corpus of another, and how much of its recall@5 each keeps on its own.
 * Sets that are made of the same records answer each other's queries, so they are left out.
 */
export function abstention(corpora: readonly Corpus[], vectors: readonly Vectors[]): void {
  console.log(
    "\nNothing returned, in % of the queries (rows) in each corpus (columns); on its own: recall@5 kept",
  );
  const names = corpora.map(({ set }) => set.name.slice(0, COLUMN - 2).padEnd(COLUMN));
  console.log(`  ${"".padEnd(22)}${names.join("")}`);
  for (const [i, asking] of corpora.entries()) {
    const cells = corpora.map((corpus) => {
      if (corpus === asking) return `kept ${percent(recallKept(corpus, vectors[i]!))}`;
      if (corpus.set.family === asking.set.family) return "–";
      return percent(silent(corpus, asking, vectors[i]!));
    });
    console.log(`  ${asking.set.name.padEnd(22)}${cells.map((cell) => cell.padEnd(COLUMN)).join("")}`);
  }
}

function silent(corpus: Corpus, asking: Corpus, vectors: Vectors): number {
  const answers = asking.set.queries.map(
    ({ text }, i) => rankFound(find(corpus, { text }, vectors.queries[i]!), "balanced").results.length,
  );
  return answers.filter((results) => results === 0).length / answers.length;
}

function recallKept(corpus: Corpus, vectors: Vectors): number {
  const recalls = corpus.set.queries.map((query, i) => {
    const ranking = rankFound(find(corpus, query, vectors.queries[i]!), "balanced");
    const before = wholeOrder(ranking).slice(0, 5);
    const kept = before.filter((one) => ranking.results.includes(one));
    return [before, kept].map((list) =>
      recall(
        list.map(({ candidate }) => candidate.id),
        query.grades,
      ),
    );
  });
  return mean(recalls.map(([, kept = 0]) => kept)) / mean(recalls.map(([before = 0]) => before));
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
