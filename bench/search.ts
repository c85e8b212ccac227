import { join } from "node:path";

import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { findAnswers } from "../src/recall/operations/find-relevant.ts";
import { SHIPPED_PROFILE } from "../src/recall/rules/model-profile.ts";
import type { CandidateQuery, FoundCandidates } from "../src/recall/rules/recall-store.ts";
import { activateModel, pendingEmbeddings, saveVectors } from "../src/recall/sql/embeddings.ts";
import { findCandidates } from "../src/recall/sql/search.ts";
import { dot } from "../src/recall/sql/vector-code.ts";
import { DECISION_VECTORS, vectorIndex } from "../src/recall/sql/vector-search.ts";
import type { Log } from "../src/shared/ports.ts";
import { textQuery } from "../src/shared/words/search-text.ts";
import { connect } from "../src/store/file/connection.ts";
import type { Memory } from "../src/store/file/memory.ts";
import { bareSearch } from "./bare-search.ts";
import { longestTick } from "./longest-tick.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { madeUpVectors } from "./made-up-vectors.ts";
import { fileIn, growMemory, idsInOrder, openMemory, PROJECT } from "./memory.ts";
import { pingMeanwhile } from "./ping-meanwhile.ts";
import { chart, judge, milliseconds } from "./report.ts";
import { quantile, takeTurns, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => SILENT };
const SIZES = smoke ? [50, 200] : [1_000, 10_000, 100_000];
const ROUNDS = smoke ? 3 : 300;
const RECALLED = smoke ? 5 : 100;
const AT_ONCE = 5_000;
const DIMENSIONS = 384;
/** Made-up vectors under the name of the shipped model, so that a server searches them. */
const MODEL = localEmbedder({ idleMs: 0, log: SILENT }).model;
const PER_METHOD = 100;
const NEAREST = 20;
const PINGED = smoke ? 3 : 100;
const RESULTS = 5;
const SEARCH = "search: ranked, and its results loaded";
const BARE = "bare: words and vectors";

type Query = CandidateQuery & { readonly meaning: NonNullable<CandidateQuery["meaning"]> };

for (const size of SIZES) {
  const home = join(folder, String(size));
  await growMemory(home, size, size);
  const vectors = await addVectors(home, size);
  await speedOf(home, vectors);
  await recallOf(home, vectors);
  await pingMeanwhile(
    { MEMBRIA_HOME: home, MEMBRIA_DB_PATH: fileIn(home), MEMBRIA_PROJECT: PROJECT },
    statementsOf(size).slice(0, PINGED),
  );
}
await embeddingOf(queriesOf(1));

async function addVectors(home: string, size: number): Promise<Float32Array[]> {
  const { memory: store } = await openMemory(home);
  const next = madeUpVectors(DIMENSIONS, size, 1);
  const vectors = Array.from({ length: size }, next);
  const ids = await idsInOrder(home);
  await activateModel(store, MODEL);
  for (let from = 0; from < size; from += AT_ONCE) {
    await saveVectors(
      store,
      MODEL,
      vectors.slice(from, from + AT_ONCE).map((vector, i) => ({ id: ids[from + i]!, vector })),
    );
  }
  if ((await pendingEmbeddings(store)) > 0) throw new Error("Some decisions have no vector.");
  await store.close();
  return vectors;
}

/** Like those in the memory. */
function statementsOf(size: number): string[] {
  const text = madeUpDecisions(size + 1);
  return Array.from({ length: 100 }, () => text().statement);
}

/** Statements like those in the memory, each with its own meaning. */
function queriesOf(size: number): Query[] {
  const vector = madeUpVectors(DIMENSIONS, size, 2);
  return statementsOf(size).map((statement) => ({
    scope: PROJECT,
    text: textQuery(statement),
    meaning: { model: MODEL, vector: vector() },
    perMethod: PER_METHOD,
  }));
}

async function speedOf(home: string, vectors: readonly Float32Array[]): Promise<void> {
  const size = vectors.length;
  const { memory: store } = await openMemory(home);
  const bare = await bareSearch(home, vectors);
  const queries = queriesOf(size);
  const loading = await longestTick(() => timed(() => searchOnce(store, queries[0]!)));
  const searching = await longestTick(async () => {
    for (const query of queries) await searchOnce(store, query);
  });
  const terms: FoundCandidates["terms"][] = [];
  for (const query of queries) terms.push((await findCandidates(store, query)).terms);
  let [searched, asked] = [0, 0];
  const samples = await takeTurns(
    [
      { name: SEARCH, once: () => timed(() => searchOnce(store, queries[searched++ % queries.length]!)) },
      {
        name: BARE,
        once: () =>
          timed(async () => {
            const at = asked++ % queries.length;
            await bare.byWords(terms[at]!, PER_METHOD);
            bare.byMeaning(queries[at]!.meaning.vector, PER_METHOD);
          }),
      },
    ],
    ROUNDS,
  );
  chart(`One search among ${size} decisions`, samples, BARE);
  judge(samples, [{ what: "a search to the bare queries", of: SEARCH, to: BARE, atMost: 2 }]);
  const [ours, theirs] = samples.map(({ times }) => quantile(times, 0.99)) as [number, number];
  console.log(`  p99: ${milliseconds(ours)} to ${milliseconds(theirs)}, ${(ours / theirs).toFixed(2)} ×`);
  console.log(`  longest tick: ${milliseconds(searching.worst)} while searching, goal ≤ 25 ms`);
  console.log(
    `  the first search loads the codes: ${milliseconds(loading.result)}, longest tick ${milliseconds(loading.worst)}`,
  );
  await bare.close();
  await store.close();
}

async function searchOnce(store: Memory, query: Query): Promise<void> {
  const meaning = { ...query.meaning, profile: SHIPPED_PROFILE };
  await findAnswers({ ...query, meaning, mode: "balanced", limit: RESULTS }, { memory: store });
}

/** Recall of the vector step against an exhaustive comparison, and its memory use. */
async function recallOf(home: string, vectors: readonly Float32Array[]): Promise<void> {
  const connection = await connect(fileIn(home));
  const index = vectorIndex(connection, MODEL, DECISION_VECTORS);
  let found = 0;
  for (const { meaning } of queriesOf(vectors.length).slice(0, RECALLED)) {
    const nearest = vectors
      .map((vector, i) => ({ memory: i + 1, cosine: dot(meaning.vector, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, NEAREST);
    const near = new Set((await index.nearest(meaning.vector, PROJECT, NEAREST)).map(({ item }) => item));
    found += nearest.filter(({ memory }) => near.has(memory)).length;
  }
  const { bytes } = index.describe();
  console.log(
    `  recall@${NEAREST} of the vector step: ${(found / RECALLED / NEAREST).toFixed(4)}, goal ≥ 0.99; ${(bytes / 1e6).toFixed(1)} MB of codes in memory`,
  );
  await connection.close();
}

async function embeddingOf(queries: readonly Query[]): Promise<void> {
  const { memory: store, log } = await openMemory(join(folder, "none"));
  const embedder = localEmbedder({ idleMs: 60_000, log });
  const text = queries[0]!.text.terms.join(" ");
  const loaded = await timed(() => embedder.embed([text], "query"));
  const times: number[] = [];
  for (let i = 0; i < 20; i++) times.push(await timed(() => embedder.embed([text], "query")));
  console.log(
    `\nEmbedding a query, which comes on top: ${milliseconds(quantile(times, 0.5))}; the first, which loads the model, ${milliseconds(loaded)}`,
  );
  await embedder.close();
  await store.close();
}
