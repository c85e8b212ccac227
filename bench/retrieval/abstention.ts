import { fillWithWeak, MOST_WITH_WEAK } from "../../src/recall/rules/relevance.ts";
import { mean, recall } from "./measure.ts";
import { type Corpus, find, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const COLUMN = 18;

/** A share of the queries, for strong results alone and for all that are shown to somebody who asked. */
interface Shares {
  readonly strong: number;
  readonly shown: number;
}

/**
 * How often queries of one set get nothing from the corpus of another, and how much of its recall@5 each keeps on its own.
 * Sets that are made of the same records answer each other's queries, so they are left out.
 */
export async function abstention(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  console.log(
    "\nNothing strong / nothing at all, in % of the queries (rows) in each corpus (columns); on its own: recall@5 kept by strong results / by all",
  );
  const names = corpora.map(({ set }) => set.name.slice(0, COLUMN - 2).padEnd(COLUMN));
  console.log(`  ${"".padEnd(22)}${names.join("")}`);
  for (const [i, asking] of corpora.entries()) {
    const cells: string[] = [];
    for (const corpus of corpora) {
      if (corpus === asking) cells.push(`kept ${percents(await recallKept(corpus, vectors[i]!))}`);
      else if (corpus.set.family === asking.set.family) cells.push("–");
      else cells.push(percents(await silent(corpus, asking, vectors[i]!)));
    }
    console.log(`  ${asking.set.name.padEnd(22)}${cells.map((cell) => cell.padEnd(COLUMN)).join("")}`);
  }
}

async function silent(corpus: Corpus, asking: Corpus, vectors: Vectors): Promise<Shares> {
  const nothing = { strong: 0, shown: 0 };
  for (const [i, { text }] of asking.set.queries.entries()) {
    const { strong, weak } = rankFound(await find(corpus, { text }, vectors.queries[i]!), "balanced");
    if (strong.length === 0) nothing.strong++;
    if (strong.length + weak.length === 0) nothing.shown++;
  }
  const { length } = asking.set.queries;
  return { strong: nothing.strong / length, shown: nothing.shown / length };
}

async function recallKept(corpus: Corpus, vectors: Vectors): Promise<Shares> {
  const recalls: { before: number; strong: number; shown: number }[] = [];
  for (const [i, query] of corpus.set.queries.entries()) {
    const ranking = rankFound(await find(corpus, query, vectors.queries[i]!), "balanced");
    const recallOf = (list: readonly { readonly candidate: { readonly id: string } }[]): number =>
      recall(
        list.map(({ candidate }) => candidate.id),
        query.grades,
      );
    const before = wholeOrder(ranking).slice(0, MOST_WITH_WEAK);
    recalls.push({
      before: recallOf(before),
      strong: recallOf(before.filter(({ strength }) => strength === "strong")),
      shown: recallOf(fillWithWeak(ranking.strong, ranking.weak, MOST_WITH_WEAK)),
    });
  }
  const whole = mean(recalls.map(({ before }) => before));
  return {
    strong: mean(recalls.map(({ strong }) => strong)) / whole,
    shown: mean(recalls.map(({ shown }) => shown)) / whole,
  };
}

function percents({ strong, shown }: Shares): string {
  return [strong, shown].map((share) => (100 * share).toFixed(1)).join(" / ");
}
