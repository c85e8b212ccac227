import type { DataSet, Query } from "./data.ts";
import { mean } from "./measure.ts";
import { sees } from "./search.ts";
import { cosine } from "./vectors.ts";
import { quoted, type WordIndex, wordIndex } from "./word-index.ts";

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** The reference fusion: z-scores over all visible documents, weighted 0.35 : 0.65, or 0.8 : 0.2 for CJK. */
export interface Reference {
  order(query: Query, vector: Float32Array): string[];
  close(): void;
}

export async function reference(set: DataSet, vectors: readonly Float32Array[]): Promise<Reference> {
  const index: WordIndex = await wordIndex(set.documents, charactersAndPairs);
  return {
    order(query, vector) {
      const terms = new Set(charactersAndPairs(query.text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []);
      const matches = index.match([...terms].map(quoted).join(" OR "), set.documents.length, query.group);
      const words = new Map(matches.map((one) => [one.at, one.words]));
      const seen = [...set.documents.keys()].filter((at) => sees(query, set.documents[at]!));
      const byWords = zScores(seen.map((at) => words.get(at) ?? 0));
      const byMeaning = zScores(seen.map((at) => cosine(vector, vectors[at]!)));
      const weight = query.text.search(CJK) === -1 ? 0.35 : 0.8;
      return seen
        .map((at, i) => ({ at, score: weight * byWords[i]! + (1 - weight) * byMeaning[i]! }))
        .sort((a, b) => b.score - a.score)
        .map(({ at }) => set.documents[at]!.id);
    },
    close: () => index.close(),
  };
}

function charactersAndPairs(text: string): string {
  return text.replace(CJK, (run) => {
    const characters = [...run];
    return ` ${[...characters, ...characters.slice(1).map((next, i) => characters[i] + next)].join(" ")} `;
  });
}

function zScores(values: readonly number[]): number[] {
  const average = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2))) || 1;
  return values.map((value) => (value - average) / deviation);
}
