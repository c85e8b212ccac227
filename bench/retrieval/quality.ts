import { quantile } from "../rounds.ts";
import { type Difference, difference, mean, ndcg, recall } from "./measure.ts";
import { reference } from "./reference.ts";
import { type Corpus, find, idsBy, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const WAYS = ["words", "meaning", "reference", "fused"] as const;
type Way = (typeof WAYS)[number];

/** nDCG@10 and recall@5 of one query by one way. */
interface Quality {
  readonly ndcg: number;
  readonly recall: number;
}

/** Compares search by words, by meaning, by the reference fusion and by ours. */
export async function quality(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  console.log("\nnDCG@10 / recall@5, and what fusing gains (95 % of a paired bootstrap over the queries)");
  console.log(
    `  ${"".padEnd(21)}${WAYS.map((way) => way.padEnd(13)).join("")}${"to the better one".padEnd(35)}to the reference`,
  );
  const means: number[][] = [];
  const times: string[] = [];
  for (const [i, corpus] of corpora.entries()) {
    const { byWay, finding, ranking } = await measure(corpus, vectors[i]!);
    const better = mean(ndcgs(byWay.words)) >= mean(ndcgs(byWay.meaning)) ? byWay.words : byWay.meaning;
    means.push(WAYS.map((way) => mean(ndcgs(byWay[way]))));
    console.log(
      `  ${corpus.set.name.padEnd(21)}${WAYS.map((way) => both(byWay[way]).padEnd(13)).join("")}` +
        `${verdict(difference(ndcgs(byWay.fused), ndcgs(better))).padEnd(35)}` +
        verdict(difference(ndcgs(byWay.fused), ndcgs(byWay.reference))),
    );
    times.push(
      `  ${corpus.set.name.padEnd(21)}${[finding, ranking].map((each) => quantile(each, 0.5).toFixed(2).padEnd(13)).join("")}` +
        quantile(
          finding.map((each, q) => each + ranking[q]!),
          0.99,
        ).toFixed(2),
    );
  }
  console.log(
    `  ${"mean".padEnd(21)}${WAYS.map((_, way) =>
      mean(means.map((each) => each[way]!))
        .toFixed(4)
        .padEnd(13),
    ).join("")}`,
  );
  console.log(
    `\nMilliseconds per query, median, without embedding it\n  ${"".padEnd(21)}${["finding", "ranking", "both, p99"].map((each) => each.padEnd(13)).join("")}`,
  );
  for (const line of times) console.log(line);
}

async function measure(corpus: Corpus, vectors: Vectors) {
  const { set } = corpus;
  const theirs = await reference(set, corpus.vectors);
  const byWay: Record<Way, Quality[]> = { words: [], meaning: [], reference: [], fused: [] };
  const finding: number[] = [];
  const ranking: number[] = [];
  for (const [i, query] of set.queries.entries()) {
    const found = await find(corpus, query, vectors.queries[i]!);
    const started = performance.now();
    const ranked = rankFound(found, "audit");
    ranking.push(performance.now() - started);
    finding.push(found.ms);
    const orders: Record<Way, readonly string[]> = {
      words: idsBy(found, (candidate) => candidate.words),
      meaning: idsBy(found, (candidate) => candidate.cosine),
      reference: theirs.order(query, vectors.queries[i]!),
      fused: wholeOrder(ranked).map(({ candidate }) => candidate.id),
    };
    for (const way of WAYS) {
      byWay[way].push({
        ndcg: ndcg(orders[way], query.grades),
        recall: recall(orders[way], query.grades),
      });
    }
  }
  theirs.close();
  return { byWay, finding, ranking };
}

function ndcgs(all: readonly Quality[]): number[] {
  return all.map((one) => one.ndcg);
}

function both(all: readonly Quality[]): string {
  return `${mean(ndcgs(all)).toFixed(3)}/${mean(all.map((one) => one.recall)).toFixed(3)}`;
}

function verdict({ mean: gain, low, high }: Difference): string {
  const says = low > 0 ? "better" : high < 0 ? "WORSE" : "not worse";
  const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
  return `${signed(gain)} [${signed(low)} ${signed(high)}] ${says}`;
}
