import { loadavg } from "node:os";
import { join } from "node:path";
import { decisionsById } from "../src/decisions/sql/decisions.ts";
import { startHttpServer } from "./http-server-process.ts";
import { type JsonRpcClient, modernClient, sessionClient } from "./json-rpc-client.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { openMemory, PROJECT } from "./memory.ts";
import { leftBySessions } from "./session-churn.ts";
import { folder, smoke } from "./workplace.ts";

const CLIENTS = smoke ? 10 : 200;
const SECONDS = smoke ? 2 : 60;
const WARM_UP_SECONDS = smoke ? 1 : 10;
const SESSIONS = smoke ? 50 : 5_000;
const LEAST_CALLS = 100;

/** The repeated work of one client: more reads than writes, as with real agents. */
const ROUND = ["search", "read", "capture", "read", "resource", "search", "read", "resource"] as const;
type Step = (typeof ROUND)[number];

interface Call {
  readonly step: Step;
  readonly ms: number;
  readonly at: number;
}

interface Worker {
  readonly calls: Call[];
  readonly captured: string[];
}

const home = join(folder, "load");
const server = await startHttpServer(home);
const clients = await Promise.all(
  Array.from({ length: CLIENTS }, (_, i) => (i % 2 ? sessionClient(server) : modernClient(server))),
);
const seeds = await Promise.all(
  clients.slice(0, 20).map((client, i) => capture(client, madeUpDecisions(i)())),
);
const errors: string[] = [];
const resident: { at: number; mb: number }[] = [];
const started = performance.now() + WARM_UP_SECONDS * 1000;
const end = started + SECONDS * 1000;
const watching = setInterval(() => resident.push({ at: performance.now(), mb: server.residentMb() }), 500);
const workers = await Promise.all(clients.map((client, i) => work(client, i)));
clearInterval(watching);
await Promise.all(clients.map((client) => client.close()));
await server.end();
await report();

const churn = await leftBySessions(join(folder, "churn"), SESSIONS);
console.log(`\n${SESSIONS} sessions opened and closed in ${(churn.ms / 1000).toFixed(1)} s`);
console.log(
  `  left behind: ${churn.left.length === 0 ? "nothing: kept" : `${churn.left.join(", ")}: missed`}`,
);

async function work(client: JsonRpcClient, index: number): Promise<Worker> {
  const next = madeUpDecisions(1_000 + index);
  const calls: Call[] = [];
  const captured: string[] = [...seeds];
  for (let turn = index; performance.now() < end; turn++) {
    const step = ROUND[turn % ROUND.length] as Step;
    const decision = captured[(turn * 7) % captured.length] as string;
    const begun = performance.now();
    try {
      if (step === "capture") captured.push(await capture(client, next()));
      else if (step === "read") await callTool(client, "membria_get_decision", { decision_id: decision });
      else if (step === "search") await callTool(client, "search_decisions", { query: next().statement });
      else await client.ask("resources/read", { uri: `membria://decisions/${decision}` });
      if (begun >= started) calls.push({ step, ms: performance.now() - begun, at: begun });
    } catch (error) {
      errors.push(`${step}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { calls, captured };
}

async function capture(
  client: JsonRpcClient,
  { statement, alternatives, confidence, reasoning }: ReturnType<ReturnType<typeof madeUpDecisions>>,
): Promise<string> {
  const args = { statement, alternatives, confidence, context: { reasoning } };
  const { structuredContent } = await callTool(client, "membria_capture_decision", args);
  return (structuredContent as { decision_id: string }).decision_id;
}

function callTool(client: JsonRpcClient, name: string, args: object): Promise<Record<string, unknown>> {
  return client.ask("tools/call", { name, arguments: args });
}

async function report(): Promise<void> {
  const calls = workers.flatMap((worker) => worker.calls);
  const fewest = Math.min(...workers.map((worker) => worker.calls.length));
  const p50 = percentile(calls, 0.5);
  const p99 = percentile(calls, 0.99);
  const third = (SECONDS * 1000) / 3;
  const measured = resident.filter(({ at }) => at >= started);
  const first = mean(measured.filter(({ at }) => at < started + third).map(({ mb }) => mb));
  const last = mean(measured.filter(({ at }) => at >= end - third).map(({ mb }) => mb));
  const acknowledged = new Set(workers.flatMap((worker) => worker.captured));
  const lost = await missing([...acknowledged]);
  console.log(
    `\n${CLIENTS} clients, half with sessions, for ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up; load average ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`  ${(calls.length / SECONDS).toFixed(0)} calls a second, ${calls.length} in all`);
  for (const step of new Set(ROUND)) {
    const own = calls.filter((call) => call.step === step);
    console.log(
      `  ${step.padEnd(8)} ${String(own.length).padStart(6)} calls, p50 ${percentile(own, 0.5).toFixed(0)} ms, p99 ${percentile(own, 0.99).toFixed(0)} ms`,
    );
  }
  const goal = (what: string, kept: boolean): void => console.log(`  ${what}: ${kept ? "kept" : "missed"}`);
  goal(`fewest calls of a client ${fewest}, goal ≥ ${LEAST_CALLS}`, fewest >= LEAST_CALLS);
  goal(`errors ${errors.length}, goal none`, errors.length === 0);
  for (const error of new Set(errors.slice(0, 5))) console.log(`    ${error}`);
  goal(`acknowledged captures ${acknowledged.size}, lost ${lost}, goal none`, lost === 0);
  goal(
    `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms: ${(p99 / p50).toFixed(1)} ×, goal ≤ 10 ×`,
    p99 <= 10 * p50,
  );
  goal(
    `memory of the last third ${last.toFixed(0)} MB, of the first ${first.toFixed(0)} MB: ${(last / first).toFixed(2)} ×, goal ≤ 1.1 ×`,
    last <= 1.1 * first,
  );
}

/** How many acknowledged decisions are missing in the file, checked by another process. */
async function missing(ids: readonly string[]): Promise<number> {
  const { memory, close } = await openMemory(home);
  let found = 0;
  for (let i = 0; i < ids.length; i += 500) {
    found += (await decisionsById(memory, PROJECT, ids.slice(i, i + 500))).length;
  }
  await close();
  return ids.length - found;
}

function percentile(calls: readonly Call[], share: number): number {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
