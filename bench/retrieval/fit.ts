import { type Example, fitLogistic, logit } from "../../src/recall/rules/logistic.ts";
import { relevanceFeatures } from "../../src/recall/rules/relevance.ts";
import type { DataSet } from "./data.ts";
import { type Corpus, find, rankFound, wholeOrder } from "./search.ts";
import type { Vectors } from "./vectors.ts";

/** The share of recall@5 that every set has to keep: 95 %, and a margin for rounding. */
const KEPT = 0.951;
const LOOKED_AT = 10;
const RETURNED = 5;

interface Seen {
  readonly values: readonly number[];
  /** Of the answers to its query; 0 when it answers nothing. */
  readonly share: number;
  readonly place: number;
  /** A record of another project than the query. */
  readonly elsewhere: boolean;
}

/** The best candidates of every query of a set in a corpus. */
interface Asked {
  readonly set: DataSet;
  readonly corpus: DataSet;
  readonly queries: readonly (readonly Seen[])[];
}

/**
 * Fits the weights in src/recall/rules/model-profile.ts and relevance.ts, and measures them on a set that was not used
 * for fitting.
 */
export async function fitRelevance(corpora: readonly Corpus[], vectors: readonly Vectors[]): Promise<void> {
  for (const cjk of [false, true]) {
    for (const withMeaning of [true, false]) {
      const all: Asked[] = [];
      for (const [i, asking] of corpora.entries()) {
        if (isCjk(asking.set) !== cjk) continue;
        for (const corpus of corpora)
          all.push(...((await ask(asking.set, vectors[i]!, corpus, withMeaning)) ?? []));
      }
      const names = [...new Set(all.map(({ set }) => set.name))];
      const model = fitOn(all, names);
      console.log(
        `\n${cjk ? "CJK" : "Latin"}, ${withMeaning ? "words and meaning" : "words only"}: bias, ${withMeaning ? "cosine, " : ""}words, known`,
      );
      console.log(`  fitted on all: ${model.map((weight) => weight.toFixed(2)).join("  ")}`);
      for (const { set, corpus, queries } of all) {
        if (set !== corpus)
          console.log(`    ${set.name} in ${corpus.name}: nothing for ${percent(silent(queries, model))}`);
      }
      for (const name of names) {
        const fitted = fitOn(
          all.filter(({ set, corpus }) => set.name !== name && corpus.name !== name),
          names.filter((one) => one !== name),
        );
        const own = all.find(({ set, corpus }) => set === corpus && set.name === name)!;
        const others = all.filter(
          ({ set, corpus }) =>
            set !== corpus && [set.name, corpus.name].includes(name) && isCjk(set) === isCjk(corpus),
        );
        console.log(
          `  fitted without ${name}: keeps ${percent(kept(own.queries, fitted))} of its recall@5; nothing for ` +
            others.map(({ queries }) => percent(silent(queries, fitted))).join(", "),
        );
      }
    }
  }
}

async function ask(
  set: DataSet,
  vectors: Vectors,
  corpus: Corpus,
  withMeaning: boolean,
): Promise<Asked[] | undefined> {
  const own = set === corpus.set;
  if (!own && set.family === corpus.set.family) return undefined;
  const projects = new Map(corpus.set.documents.map(({ id, repo }) => [id, repo]));
  const queries: Seen[][] = [];
  for (const [i, query] of set.queries.entries()) {
    const found = await find(corpus, own ? query : { text: query.text }, vectors.queries[i]!);
    const candidates = withMeaning
      ? found.candidates
      : found.candidates.flatMap((one) => (one.words === undefined ? [] : { ...one, cosine: undefined }));
    const order = wholeOrder(rankFound({ ...found, candidates }, "audit")).slice(0, LOOKED_AT);
    const seen = order.map(({ candidate }, place): Seen => {
      const { cosine, words, known } = relevanceFeatures(candidate, found.asked.information);
      const project = projects.get(candidate.id);
      return {
        values: cosine === undefined ? [words, known] : [cosine, words, known],
        share: own && query.grades.has(candidate.id) ? 1 / query.grades.size : 0,
        place,
        elsewhere: own && query.repo !== undefined && project !== undefined && project !== query.repo,
      };
    });
    queries.push(seen);
  }
  return [{ set, corpus: corpus.set, queries }];
}

/** Shifts the bias so that the worst of the named sets keeps just enough recall at a threshold of 0.5. */
function fitOn(all: readonly Asked[], names: readonly string[]): number[] {
  const [bias = 0, ...weights] = fitLogistic(all.flatMap(examplesOf));
  const own = all.filter(({ set, corpus }) => set === corpus && names.includes(set.name));
  const shift = Math.min(...own.map(({ queries }) => lowestToKeep(queries, [bias, ...weights])));
  return [bias - shift, ...weights];
}

/**
 * Every set counts the same. What answers a query is a positive; what stands first for a query of another set, or first
 * among the records of other projects, is a negative. A candidate of its own project may answer without anybody having
 * said so, and is neither.
 */
function examplesOf({ set, corpus, queries }: Asked): Example[] {
  const each = 1 / queries.length;
  return queries.flatMap((seen) => {
    if (set !== corpus) return negatives(seen.slice(0, 3), each / 4);
    const answers = seen.filter(({ share }) => share > 0);
    return [
      ...answers.map(({ values }) => ({ values, holds: true, weight: each / answers.length })),
      ...negatives(seen.filter(({ elsewhere }) => elsewhere).slice(0, 3), each / 2),
    ];
  });
}

function negatives(seen: readonly Seen[], weight: number): Example[] {
  return seen.map(({ values }) => ({ values, holds: false, weight: weight / 3 }));
}

function answersOf(queries: Asked["queries"]): Seen[] {
  return queries.flat().filter(({ share, place }) => share > 0 && place < RETURNED);
}

function total(seen: readonly Seen[]): number {
  return seen.reduce((sum, { share }) => sum + share, 0);
}

function lowestToKeep(queries: Asked["queries"], model: readonly number[]): number {
  const answers = answersOf(queries);
  const weakestFirst = answers
    .map((seen) => ({ value: logit(model, seen.values), share: seen.share }))
    .sort((a, b) => a.value - b.value);
  let lost = 0;
  for (const { value, share } of weakestFirst) {
    lost += share;
    if (lost > (1 - KEPT) * total(answers)) return value;
  }
  return Number.NEGATIVE_INFINITY;
}

function kept(queries: Asked["queries"], model: readonly number[]): number {
  const answers = answersOf(queries);
  return total(answers.filter(({ values }) => logit(model, values) >= 0)) / total(answers);
}

function silent(queries: Asked["queries"], model: readonly number[]): number {
  return (
    queries.filter((seen) => seen.every(({ values }) => logit(model, values) < 0)).length / queries.length
  );
}

function isCjk({ name }: DataSet): boolean {
  return name.endsWith("sts") || name.endsWith("sts-test");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
