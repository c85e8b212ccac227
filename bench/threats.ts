import { statSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { silentLog } from "../test/support/silent-log.ts";
import { builtIndex, labelledTasks } from "./labelled-tasks.ts";
import { quantile } from "./rounds.ts";
import { qualityReport } from "./threat-quality.ts";
import { smoke } from "./workplace.ts";

const ROUNDS = smoke ? 1 : 20;
const EMBEDDED = smoke ? 3 : 100;

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const kB = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
const line = (what: string, figure: string): void => console.log(`  ${what.padEnd(52)} ${figure}`);
const percentiles = (times: readonly number[]): string =>
  `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}`;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function held(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = held();
const started = performance.now();
const index = await builtIndex();
const opened = performance.now() - started;
const kept = held() - before;

const tasks = await labelledTasks("fitted");
const find = (byMeaning: boolean): number[] =>
  Array.from({ length: ROUNDS }).flatMap(() =>
    tasks.map(({ question }) => {
      const begun = performance.now();
      index.find(byMeaning ? question : { ...question, vector: undefined });
      return performance.now() - begun;
    }),
  );
find(true);

const embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
const whole: number[] = [];
await embedder.embed(["once, so that the model is loaded"], "query");
for (const { question } of tasks.slice(0, EMBEDDED)) {
  const begun = performance.now();
  const [vector] = await embedder.embed([question.text], "query");
  index.find({ ...question, vector });
  whole.push(performance.now() - begun);
}
await embedder.close();

const { patterns, texts, vectorBytes } = index.size;
const bare = bareLoop(tasks.flatMap(({ question }) => question.vector ?? []));
const byVector = find(true);
const ratio = quantile(byVector, 0.5) / quantile(bare, 0.5);
const sizeOf = (name: string): number =>
  statSync(fileURLToPath(new URL(`../dist/${name}`, import.meta.url))).size;
console.log(`Threats: ${patterns} patterns, represented by ${texts} texts`);
line("load of the machine in the last minute", (loadavg()[0] ?? 0).toFixed(1));
line("a query, its vector given", `${percentiles(byVector)}, ${ratio.toFixed(1)} times the bare loop`);
line("as many dot products in a bare loop", percentiles(bare));
line("a query by words alone", percentiles(find(false)));
line("a query with embedding it", percentiles(whole));
line("first use: reading and indexing", ms(opened));
line("in memory, patterns and index", `${kB(kept)}, of which vectors ${kB(vectorBytes)}`);
line("on the disk", kB(sizeOf("threats.json") + sizeOf("threat-index.json")));
for (const set of ["fitted", "held"] as const) {
  const judged = set === "fitted" ? tasks : await labelledTasks(set);
  for (const sentence of qualityReport(index, judged)) console.log(`  ${set} tasks, ${sentence}`);
}

/** What no query that compares with every text can do without. */
function bareLoop(vectors: readonly Float32Array[]): number[] {
  const rows = new Int8Array(vectorBytes).fill(3);
  const time = (vector: Float32Array): number => {
    const begun = performance.now();
    dotProducts(vector, rows);
    return performance.now() - begun;
  };
  vectors.forEach(time);
  return Array.from({ length: ROUNDS }).flatMap(() => vectors.map(time));
}

function dotProducts(vector: Float32Array, rows: Int8Array): Float32Array {
  const { length } = vector;
  const products = new Float32Array(rows.length / length);
  for (let row = 0; row < products.length; row++) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += (vector[i] ?? 0) * (rows[row * length + i] ?? 0);
    products[row] = sum;
  }
  return products;
}
