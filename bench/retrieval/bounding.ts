import { SHIPPED_PROFILE } from "../../src/recall/rules/model-profile.ts";
import { rank } from "../../src/recall/rules/ranking.ts";
import { indexText, textQuery } from "../../src/shared/words/search-text.ts";
import { mean, ndcg } from "./measure.ts";
import { type Corpus, sees, wholeOrder } from "./search.ts";
import { cosine, type Vectors } from "./vectors.ts";
import { type WordIndex, wordIndex } from "./word-index.ts";

/** The loss when a query scores only a limited number of rows: the limit of the index, half and twice of it. */
const SHARES = [4, 2, 1, 0.5];
const DEPTH = 100;

/** Uses a separate word index, because the limit of the product is far above these sizes. */
export async function bounding(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  console.log("\nnDCG@10 when the commonest terms are dropped until at most this many rows are scored");
  console.log(
    `  ${["", "no limit", ...SHARES.map((share) => `${share} × rows`)].map((each, i) => each.padEnd(i === 0 ? 22 : 18)).join("")}`,
  );
  for (const [i, corpus] of corpora.entries()) {
    const bounded = async (mostRows?: number): Promise<number> => {
      const index = await wordIndex(corpus.set.documents, indexText, { mostRows });
      const value = quality(corpus, index, vectors[i]!);
      index.close();
      return value;
    };
    const whole = await bounded();
    const cells = [whole.toFixed(4)];
    for (const share of SHARES) {
      const value = await bounded(Math.floor(share * corpus.set.documents.length));
      cells.push(`${value.toFixed(4)} (${value < whole ? "−" : "+"}${Math.abs(value - whole).toFixed(4)})`);
    }
    console.log(`  ${corpus.set.name.padEnd(22)}${cells.map((cell) => cell.padEnd(18)).join("")}`);
  }
}

function quality({ set, vectors: passages }: Corpus, index: WordIndex, vectors: Vectors): number {
  return mean(
    set.queries.map((query, i) => {
      const text = textQuery(query.text);
      const { matches, information } = index.find(text, DEPTH + (query.exclude?.length ?? 0), query.group);
      const words = new Map(matches.map((one) => [one.at, one.words]));
      const near = set.documents
        .flatMap((document, at) =>
          sees(query, document) ? { at, cosine: cosine(vectors.queries[i]!, passages[at]!) } : [],
        )
        .sort((a, b) => b.cosine - a.cosine)
        .filter(({ at }, place) => place < DEPTH || words.has(at));
      const candidates = near.map((one) => ({
        id: set.documents[one.at]!.id,
        standing: "active" as const,
        authorKind: "agent" as const,
        createdAt: new Date(0),
        words: words.get(one.at),
        cosine: one.cosine,
      }));
      const order = wholeOrder(
        rank(candidates, { information, cjkShare: text.cjkShare, model: SHIPPED_PROFILE }, "audit"),
      );
      return ndcg(
        order.map(({ candidate }) => candidate.id),
        query.grades,
      );
    }),
  );
}
