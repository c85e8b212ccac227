import type { SearchMode } from "../../src/recall/rules/ranking.ts";
import type { Heads } from "./corpus-memory.ts";
import { mean, ndcg, recall } from "./measure.ts";
import { type Corpus, find, openCorpus, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const TOP = 5;

/** The ranks of the old decision and of the head of its chain. */
export async function chains(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  for (const [i, corpus] of corpora.entries()) {
    if (!corpus.set.queries.some(({ heads }) => heads)) continue;
    const heads: Heads = new Map(
      corpus.set.queries.flatMap((query) => (query.old && query.heads ? [[query.old, query.heads]] : [])),
    );
    console.log(`\n${corpus.set.name}, with the chains entered (of ${corpus.set.queries.length} queries)`);
    console.log(
      "          an old one first   a head above the old one   a head in the top 5   all heads   nDCG@10 / recall@5",
    );
    const chained = await openCorpus(corpus.set, vectors[i]!, heads);
    for (const mode of ["strict", "balanced", "audit"] as const)
      await report(chained, vectors[i]!, heads, mode);
    await chained.memory.close();
  }
}

async function report(corpus: Corpus, vectors: Vectors, heads: Heads, mode: SearchMode): Promise<void> {
  const { queries } = corpus.set;
  const counts = { oldFirst: 0, headAbove: 0, headInTop: 0, allInTop: 0 };
  const quality: { ndcg: number; recall: number }[] = [];
  for (const [i, query] of queries.entries()) {
    const ranking = rankFound(await find(corpus, query, vectors.queries[i]!), mode);
    const ids = ranking.strong.map(({ candidate }) => candidate.id);
    const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : Number.POSITIVE_INFINITY);
    const places = (query.heads ?? []).map(place);
    const old = place(query.old ?? "");
    if (ids[0] !== undefined && heads.has(ids[0])) counts.oldFirst++;
    if (Math.min(...places) < old) counts.headAbove++;
    if (Math.min(...places) < TOP) counts.headInTop++;
    if (Math.max(...places) < TOP) counts.allInTop++;
    const whole = wholeOrder(ranking).map(({ candidate }) => candidate.id);
    quality.push({ ndcg: ndcg(whole, query.grades), recall: recall(whole, query.grades) });
  }
  console.log(
    `  ${mode.padEnd(8)}${String(counts.oldFirst).padEnd(19)}${String(counts.headAbove).padEnd(27)}` +
      `${String(counts.headInTop).padEnd(22)}${String(counts.allInTop).padEnd(12)}` +
      `${mean(quality.map((one) => one.ndcg)).toFixed(3)}/${mean(quality.map((one) => one.recall)).toFixed(3)}`,
  );
}
