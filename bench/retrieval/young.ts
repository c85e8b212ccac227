import { RELEVANCE_THRESHOLD } from "../../src/recall/rules/relevance.ts";
import type { DataSet } from "./data.ts";
import { mean } from "./measure.ts";
import { find, openCorpus, rankFound } from "./search.ts";
import type { Vectors } from "./vectors.ts";

const SIZES = [5, 20, 100];
const ASKED = 40;

/** In a small memory: how many of its own queries find an answer, and how many unrelated ones find nothing. */
export async function young(sets: readonly DataSet[], vectors: readonly Vectors[]): Promise<void> {
  console.log(
    `\nYoung memories, at relevance ${RELEVANCE_THRESHOLD}: own queries answered / queries of another kind answered with nothing`,
  );
  console.log(`  ${"".padEnd(22)}${SIZES.map((size) => `${size} decisions`.padEnd(18)).join("")}`);
  for (const [i, set] of sets.entries()) {
    const cells: string[] = [];
    for (const size of SIZES) cells.push(await cell(set, vectors[i]!, size, sets, vectors));
    console.log(`  ${set.name.padEnd(22)}${cells.map((one) => one.padEnd(18)).join("")}`);
  }
}

async function cell(
  set: DataSet,
  vectors: Vectors,
  size: number,
  sets: readonly DataSet[],
  allVectors: readonly Vectors[],
): Promise<string> {
  const own: number[] = [];
  const silent: number[] = [];
  for (let from = 0; from < Math.min(ASKED, set.queries.length); from += Math.ceil(size / 2)) {
    const queries = set.queries.slice(from, Math.min(from + Math.ceil(size / 2), ASKED));
    const answers = new Set(queries.flatMap(({ grades }) => [...grades.keys()].slice(0, 1)));
    const rest = set.documents.filter(({ id }) => !answers.has(id)).slice(from, from + size - answers.size);
    const ids = new Set([...answers, ...rest.map(({ id }) => id)]);
    const at = [...set.documents.keys()].filter((n) => ids.has(set.documents[n]!.id));
    const documents = at.map((n) => ({ ...set.documents[n]!, group: "one" }));
    const corpus = await openCorpus(
      { ...set, documents },
      { documents: at.map((n) => vectors.documents[n]!), queries: [] },
    );
    for (const [q, query] of queries.entries()) {
      const { strong } = rankFound(
        await find(corpus, { text: query.text }, vectors.queries[from + q]!),
        "balanced",
      );
      own.push(
        strong.some(({ candidate }) => answers.has(candidate.id) && query.grades.has(candidate.id)) ? 1 : 0,
      );
    }
    for (const [j, other] of sets.entries()) {
      if (other.family === set.family) continue;
      for (const [q, query] of other.queries.slice(0, 25).entries()) {
        const { strong } = rankFound(
          await find(corpus, { text: query.text }, allVectors[j]!.queries[q]!),
          "balanced",
        );
        silent.push(strong.length === 0 ? 1 : 0);
      }
    }
    await corpus.memory.close();
  }
  return `${(100 * mean(own)).toFixed(0)} / ${(100 * mean(silent)).toFixed(1)}`;
}
