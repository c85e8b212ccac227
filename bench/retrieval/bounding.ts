import { mean, ndcg } from "./measure.ts";
import { type Corpus, find, openCorpus, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

/** What is lost when a query may score as many rows as the index has, or half or twice as many. */
const SHARES = [4, 2, 1, 0.5];

export async function bounding(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  console.log("\nnDCG@10 when the commonest terms are dropped until at most this many rows are scored");
  console.log(
    `  ${["", "no limit", ...SHARES.map((share) => `${share} × rows`)].map((each, i) => each.padEnd(i === 0 ? 22 : 18)).join("")}`,
  );
  for (const [i, corpus] of corpora.entries()) {
    const whole = quality(corpus, vectors[i]!);
    const cells = [whole.toFixed(4)];
    for (const share of SHARES) {
      const bounded = await openCorpus(corpus.set, vectors[i]!, Math.floor(share * corpus.index.rows));
      const value = quality(bounded, vectors[i]!);
      bounded.index.close();
      cells.push(`${value.toFixed(4)} (${value < whole ? "−" : "+"}${Math.abs(value - whole).toFixed(4)})`);
    }
    console.log(`  ${corpus.set.name.padEnd(22)}${cells.map((cell) => cell.padEnd(18)).join("")}`);
  }
}

function quality(corpus: Corpus, vectors: Vectors): number {
  return mean(
    corpus.set.queries.map((query, i) => {
      const order = wholeOrder(rankFound(find(corpus, query, vectors.queries[i]!), "audit"));
      return ndcg(
        order.map(({ candidate }) => candidate.id),
        query.grades,
      );
    }),
  );
}
