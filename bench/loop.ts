import { cpSync } from "node:fs";
import { join } from "node:path";
import { getCalibration } from "../src/calibration/operations/get-calibration.ts";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../src/decisions/operations/record-outcome.ts";

import type { Deps } from "../src/memory/deps.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { connect } from "../src/store/file/connection.ts";
import { type CaptureInput, madeUpDecisions } from "./made-up-decisions.ts";
import { callOf, fileIn, openMemory, PROJECT, rewired } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns, timedEach } from "./rounds.ts";
import { initialize, type ServerProcess, startServer } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

const TOTAL = smoke ? 200 : 10_000;
/** The first and the last thousand, in alternating blocks; the first block of each is a warm-up. */
const BLOCK = smoke ? 5 : 50;
const ROUNDS = smoke ? 1 : 19;
const BEFORE = TOTAL - (ROUNDS + 1) * BLOCK;
const FEW = smoke ? 20 : 100;
const READS = smoke ? 2 : 20;
const DOMAINS = ["database", "auth", "api", "frontend", "infra"];

interface Forecast {
  readonly decision: CaptureInput;
  readonly score: number;
  readonly domain: string;
}

/** Records the outcome of a forecast and reads a calibration, directly or through a pipe. */
interface Recorder {
  settle(forecast: Forecast): Promise<void>;
  read(domain?: string): Promise<unknown>;
  end(): Promise<unknown>;
}

const grown = join(folder, "grown");
await grow(grown, BEFORE, forecasts(1));
const few = join(folder, "few");
await grow(few, FEW, forecasts(2));

for (const [way, open] of [
  ["at the operation", operation],
  ["through the pipe", pipe],
] as const) {
  const [first, last, little] = await Promise.all([
    open(join(folder, way, "first")),
    open(copied(grown, join(folder, way, "last"))),
    open(copied(few, join(folder, way, "few"))),
  ]);
  const FIRST = "the first thousand";
  const LAST = `the last of ${TOTAL}`;
  const next = forecasts(3);
  const settled = await takeTurns(
    [
      { name: FIRST, once: () => timedEach(BLOCK, () => first.settle(next())) },
      { name: LAST, once: () => timedEach(BLOCK, () => last.settle(next())) },
    ],
    ROUNDS,
  );
  chart(`A forecast captured and its outcome recorded, ${way}`, settled, FIRST);
  judge(settled, [{ what: `${LAST} to ${FIRST}`, of: LAST, to: FIRST, atMost: 1.5 }]);

  const AT_FEW = `with ${FEW} outcomes`;
  const AT_END = `with ${TOTAL}`;
  for (const [what, domain] of [
    ["of one domain", DOMAINS[0]],
    ["over all", undefined],
  ] as const) {
    const read = await takeTurns(
      [
        { name: AT_FEW, once: () => timedEach(READS, () => little.read(domain)) },
        { name: AT_END, once: () => timedEach(READS, () => last.read(domain)) },
      ],
      ROUNDS,
    );
    chart(`A calibration read ${what}, ${way}`, read, AT_FEW);
    judge(read, [{ what: `${AT_END} to ${AT_FEW}`, of: AT_END, to: AT_FEW, atMost: 2 }]);
  }
  await Promise.all([first.end(), last.end(), little.end()]);
}

/** Forecasts that come true about as often as they say; the same seed gives the same ones. */
function forecasts(seed: number): () => Forecast {
  const next = madeUpDecisions(seed);
  let made = 0;
  return () => {
    const decision = next();
    const n = made++;
    const luck = ((n * 2_654_435_761 + seed) % 1_000) / 1_000;
    return {
      decision,
      score: luck < (decision.confidence ?? 0) ? 1 : 0,
      domain: DOMAINS[n % DOMAINS.length]!,
    };
  };
}

async function settleIn(deps: Deps, call: Call, { decision, score, domain }: Forecast): Promise<void> {
  const captured = await perform(captureDecision, decision, deps, call);
  const status = score === 1 ? "success" : "failure";
  await perform(recordOutcome, { ref: captured.decision.id, status, score, domain }, deps, call);
}

/** A memory with outcomes, each in its own transaction, but without syncs. */
async function grow(home: string, count: number, next: () => Forecast): Promise<void> {
  const wiring = await openMemory(home);
  const connection = await connect(fileIn(home));
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  const memory = { ...wiring.memory, ...connection };
  const call = await callOf(wiring);
  for (let i = 0; i < count; i++) await settleIn(rewired(wiring, { memory }), call, next());
  await wiring.close();
  await connection.close();
}

function copied(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}

async function operation(home: string): Promise<Recorder> {
  const wiring = await openMemory(home);
  const call = await callOf(wiring);
  return {
    settle: (forecast) => settleIn(wiring, call, forecast),
    read: (domain) => perform(getCalibration, { domain }, wiring, call),
    end: () => wiring.close(),
  };
}

async function pipe(home: string): Promise<Recorder> {
  const server = startServer([product, "mcp", "serve"], { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT });
  await initialize(server);
  server.notify("notifications/initialized");
  return {
    async settle({ decision, score, domain }) {
      const { statement, alternatives, assumptions, confidence, riskLevel, reasoning } = decision;
      const { decision_id } = await toolCall(server, "membria_capture_decision", {
        statement,
        alternatives,
        assumptions,
        confidence,
        risk_level: riskLevel,
        context: { reasoning },
      });
      await toolCall(server, "membria_record_outcome", {
        decision_id,
        final_status: score === 1 ? "success" : "failure",
        final_score: score,
        decision_domain: domain,
      });
    },
    read: (domain) => toolCall(server, "membria_get_calibration", { domain }),
    end: () => server.end(),
  };
}

async function toolCall(server: ServerProcess, name: string, args: object): Promise<Record<string, unknown>> {
  const result = (await server.request("tools/call", { name, arguments: args })) as {
    readonly isError?: boolean;
    readonly structuredContent: Record<string, unknown>;
  };
  if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
  return result.structuredContent;
}
