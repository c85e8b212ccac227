import { loadavg } from "node:os";
import { loadOf } from "./speed/load.ts";
import { memoryUse } from "./speed/memory-use.ts";
import { memoryOf } from "./speed/product.ts";
import { readsAmong } from "./speed/reads.ts";
import { startsOn } from "./speed/starts.ts";
import { printTable } from "./speed/table.ts";
import { readsWhileEmbedding } from "./speed/while-embedding.ts";
import { writesAmong } from "./speed/writes.ts";
import { smoke } from "./workplace.ts";

const SIZES = smoke ? [30] : sizesWanted();
const ROUNDS = smoke ? 3 : 300;
const STARTS = smoke ? 1 : 20;
const CLIENTS = smoke ? 5 : 200;
const SECONDS = smoke ? 1 : 15;
const SEARCHES = smoke ? 5 : 200;
const WAITING = smoke ? 10 : 1_000;

console.log(`Median, middle half in brackets, p99. Load average ${loadavg()[0]?.toFixed(1)}`);
for (const size of SIZES) {
  const home = await memoryOf(size);
  printTable(`Reading among ${size} decisions`, await readsAmong(size, home, ROUNDS));
  if (size === SIZES[0]) {
    printTable("Starting", await startsOn(home, size, STARTS));
    printTable("Memory", await memoryUse(home, SEARCHES));
    const waited = await readsWhileEmbedding(size + WAITING, WAITING, SEARCHES);
    printTable(`Reading while ${WAITING} decisions are embedded`, waited);
  }
  printTable(`Writing among ${size} decisions`, await writesAmong(size, home, ROUNDS));
  if (size === SIZES[0]) printTable("Many clients", await loadOf(home, CLIENTS, SECONDS));
}
console.log(`\nLoad average ${loadavg()[0]?.toFixed(1)}`);

/** Up to 10,000; `MEMBRIA_BENCH_LARGEST=100000` adds the largest, which takes minutes to grow. */
function sizesWanted(): number[] {
  const largest = Number(process.env["MEMBRIA_BENCH_LARGEST"] ?? 10_000);
  return [1_000, 10_000, 100_000].filter((size) => size <= largest);
}
