import { statSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { listDecisions } from "../src/decisions/operations/list-decisions.ts";
import { getDecision } from "../src/recall/operations/get-decision.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { callOf, fileIn, growMemory, openMemory } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns, timed, timedEach } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const [SMALL, LARGE] = smoke ? [20, 200] : [1_000, 100_000];
const ROUNDS = smoke ? 1 : 30;
const CAPTURES = smoke ? 5 : 25;
const READS = smoke ? 1 : 3;

const small = await memoryOf(SMALL);
const large = await memoryOf(LARGE);

for (const [title, work] of [
  ["One durable capture", "capture"],
  ["get_decision, with what resembles it", "get"],
  ["The first page of a list, by area", "list"],
] as const) {
  const samples = await takeTurns(
    [small, large].map((memory) => ({ name: memory.name, once: memory[work] })),
    work === "capture" ? ROUNDS : Math.ceil(ROUNDS / 2),
  );
  chart(title, samples, small.name);
  if (work === "capture") {
    const what = `a capture with ${LARGE} decisions to one with ${SMALL}`;
    judge(samples, [{ what, of: large.name, to: small.name, atMost: 1.5 }]);
  }
}
await Promise.all([small.end(), large.end()]);

async function memoryOf(size: number) {
  const home = join(folder, String(size));
  const took = await timed(() => growMemory(home, size, size));
  const megabytes = statSync(fileIn(home)).size / 1e6;
  console.log(
    `  ${size} decisions: ${megabytes.toFixed(1)} MB, written in ${(took / 1_000).toFixed(1)} s without syncs`,
  );
  const wiring = await openMemory(home);
  const call = await callOf(wiring);
  const next = madeUpDecisions(size + 1);
  const ids: string[] = [];
  const capture = async (): Promise<void> => {
    const { decision } = await perform(captureDecision, next(), wiring, call);
    ids.push(decision.id);
  };
  let asked = 0;
  return {
    name: `${size} decisions`,
    capture: () => timedEach(CAPTURES, capture),
    get: () =>
      timedEach(READS, () => perform(getDecision, { ref: ids[asked++ % ids.length]! }, wiring, call)),
    list: () => timedEach(READS, () => perform(listDecisions, { domain: "database" }, wiring, call)),
    end: () => wiring.memory.close(),
  };
}
