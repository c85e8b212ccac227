import { readFileSync } from "node:fs";
import { join } from "node:path";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../src/decisions/operations/record-outcome.ts";
import { getWarnings } from "../src/learning/operations/get-warnings.ts";
import type { Wiring } from "../src/main/wire.ts";
import { embedMemory } from "../src/recall/operations/embed-memory.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { tellStory } from "./judgement/story.ts";
import { callOf, openMemory } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";

/** A proposed decision. */
interface Proposed {
  readonly statement: string;
  readonly reasoning: string;
  readonly alternatives: readonly string[];
}

interface Trial extends Proposed {
  readonly confidence: number;
  readonly lesson: string;
}

/** A way that failed and a way that worked, and one new decision for each. */
interface Siblings {
  readonly id: string;
  readonly half: "tune" | "held";
  readonly failed: { readonly trials: readonly Trial[] };
  readonly worked: { readonly trials: readonly Trial[] };
  readonly again_bad: Proposed;
  readonly again_good: Proposed;
}

interface FirstDecision extends Proposed {
  readonly id: string;
  readonly label: "bad" | "good";
}

/** The rules may be fitted to the first half. The other half only judges them. */
const HALVES = ["tune", "held"] as const;
const read = <T>(name: string): T[] =>
  JSON.parse(readFileSync(join(root, "bench", "judgement", `${name}.json`), "utf8")) as T[];
const siblings = read<Siblings>("siblings").slice(0, smoke ? 4 : undefined);
const FIRST_DECISIONS = ["first-decisions", "first-decisions-2"];
const shown = process.env["MEMBRIA_BENCH_SHOW"];

for (const half of HALVES) {
  const pairs = siblings.filter((pair) => pair.half === half);
  await judgeSiblings(`${half}, each pair in a memory of its own`, pairs, (pair) => [pair]);
  await judgeSiblings(`${half}, all pairs in one memory`, pairs, () => siblings);
}
for (const name of FIRST_DECISIONS) await judgeFirstDecisions(name);
await tellStory();

interface Verdict {
  readonly risk: number;
  readonly status: string;
}

async function judgeSiblings(
  title: string,
  pairs: readonly Siblings[],
  memoryFor: (pair: Siblings) => readonly Siblings[],
): Promise<void> {
  const memories = new Map<string, Wiring>();
  let [riskier, goodBlocked, goodCautioned, badNoticed] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const remembered = memoryFor(pair);
    const key = remembered.length === 1 ? pair.id : "all";
    const memory = memories.get(key) ?? (await memoryOf(remembered, `${title}-${key}`));
    memories.set(key, memory);
    const [bad, good] = [await verdictOn(pair.again_bad, memory), await verdictOn(pair.again_good, memory)];
    if (bad.risk > good.risk) riskier++;
    if (bad.status !== "clear") badNoticed++;
    if (good.status === "block") goodBlocked++;
    if (good.status !== "clear") goodCautioned++;
    if (shown === "all" || (shown === "wrong" && bad.risk <= good.risk)) {
      console.log(`  ${pair.id}: bad ${bad.risk} ${bad.status}, good ${good.risk} ${good.status}`);
    }
  }
  for (const memory of memories.values()) await memory.close();
  const n = pairs.length;
  console.log(`\n${title} (n = ${n})`);
  console.log(`  the way that failed is riskier: ${shareOf(riskier, n)}, goal ≥ 95 %`);
  console.log(`  and is stopped or cautioned: ${shareOf(badNoticed, n)}`);
  console.log(`  the way that worked is blocked: ${shareOf(goodBlocked, n)}, goal 0`);
  console.log(`  and is cautioned or blocked: ${shareOf(goodCautioned, n)}`);
}

async function memoryOf(pairs: readonly Siblings[], name: string): Promise<Wiring> {
  const memory = await openMemory(join(folder, name.replace(/[^a-z0-9]+/g, "-")));
  const call = await callOf(memory);
  const trials = pairs.flatMap(({ failed, worked }) => [
    ...failed.trials.map((trial) => ({ trial, score: 0 })),
    ...worked.trials.map((trial) => ({ trial, score: 1 })),
  ]);
  for (const { trial, score } of trials) await remember(trial, score, memory, call);
  await memory.background.idle();
  await perform(embedMemory, {}, memory, call);
  await memory.background.idle();
  return memory;
}

async function remember(
  { lesson, ...trial }: Trial,
  score: number,
  memory: Wiring,
  call: Call,
): Promise<void> {
  const { decision } = await perform(
    captureDecision,
    { ...trial, alternatives: [...trial.alternatives], confidenceStated: true },
    memory,
    call,
  );
  const status = score === 1 ? "success" : "failure";
  await perform(recordOutcome, { ref: decision.id, status, score, lessons: [lesson] }, memory, call);
}

async function verdictOn({ statement, reasoning, alternatives }: Proposed, memory: Wiring): Promise<Verdict> {
  const call = await callOf(memory);
  const { riskScore, firewallStatus, warnings } = await perform(
    getWarnings,
    { statement, reasoning, alternatives: [...alternatives] },
    memory,
    call,
  );
  if (shown === "all") {
    console.log(`    ${statement}`);
    for (const { type, severity, message } of warnings) console.log(`      ${severity} ${type}: ${message}`);
  }
  return { risk: riskScore, status: firewallStatus };
}

async function judgeFirstDecisions(name: string): Promise<void> {
  const memory = await openMemory(join(folder, name));
  const stopped = { bad: 0, good: 0 };
  const count = { bad: 0, good: 0 };
  for (const one of read<FirstDecision>(name).slice(0, smoke ? 4 : undefined)) {
    const { status } = await verdictOn(one, memory);
    count[one.label]++;
    if (status !== "clear") stopped[one.label]++;
    if (shown === "wrong" && (status !== "clear") !== (one.label === "bad")) {
      console.log(`  ${one.label} ${status}: ${one.statement}`);
    }
  }
  await memory.close();
  console.log(`\n${name}: first decisions in an empty memory`);
  console.log(`  plainly bad, stopped or cautioned: ${shareOf(stopped.bad, count.bad)}, goal ≥ 36 of 40`);
  console.log(`  plainly good, stopped or cautioned: ${shareOf(stopped.good, count.good)}, goal ≤ 2 of 40`);
}
