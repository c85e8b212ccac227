import { mean, recall } from "./measure.ts";
import { type Corpus, find, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const COLUMN = 14;

/**
 * How often queries of one set get nothing from the corpus of another, and how much of its recall@5 each keeps on its own.
 * Sets that are made of the same records answer each other's queries, so they are left out.
 */
export async function abstention(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  console.log(
    "\nNothing returned, in % of the queries (rows) in each corpus (columns); on its own: recall@5 kept",
  );
  const names = corpora.map(({ set }) => set.name.slice(0, COLUMN - 2).padEnd(COLUMN));
  console.log(`  ${"".padEnd(22)}${names.join("")}`);
  for (const [i, asking] of corpora.entries()) {
    const cells: string[] = [];
    for (const corpus of corpora) {
      if (corpus === asking) cells.push(`kept ${percent(await recallKept(corpus, vectors[i]!))}`);
      else if (corpus.set.family === asking.set.family) cells.push("–");
      else cells.push(percent(await silent(corpus, asking, vectors[i]!)));
    }
    console.log(`  ${asking.set.name.padEnd(22)}${cells.map((cell) => cell.padEnd(COLUMN)).join("")}`);
  }
}

async function silent(corpus: Corpus, asking: Corpus, vectors: Vectors): Promise<number> {
  let nothing = 0;
  for (const [i, { text }] of asking.set.queries.entries()) {
    const ranking = rankFound(await find(corpus, { text }, vectors.queries[i]!), "balanced");
    if (ranking.results.length === 0) nothing++;
  }
  return nothing / asking.set.queries.length;
}

async function recallKept(corpus: Corpus, vectors: Vectors): Promise<number> {
  const recalls: number[][] = [];
  for (const [i, query] of corpus.set.queries.entries()) {
    const ranking = rankFound(await find(corpus, query, vectors.queries[i]!), "balanced");
    const before = wholeOrder(ranking).slice(0, 5);
    const kept = before.filter((one) => ranking.results.includes(one));
    const idsOf = (list: typeof before) => list.map(({ candidate }) => candidate.id);
    recalls.push([before, kept].map((list) => recall(idsOf(list), query.grades)));
  }
  return mean(recalls.map(([, kept = 0]) => kept)) / mean(recalls.map(([before = 0]) => before));
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
