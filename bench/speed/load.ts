import { startHttpServer } from "../http-server-process.ts";
import { type JsonRpcClient, modernClient, sessionClient } from "../json-rpc-client.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { quantile } from "../rounds.ts";
import type { Line } from "./table.ts";

/** As in `load`: more reads than writes. */
const ROUND = ["search", "read", "capture", "read", "resource", "search", "read", "resource"] as const;

/** 200 clients on the cores that they share with the server. */
export async function loadOf(home: string, clients: number, seconds: number): Promise<Line[]> {
  const server = await startHttpServer(home);
  const connected = await Promise.all(
    Array.from({ length: clients }, (_, i) => (i % 2 ? sessionClient(server) : modernClient(server))),
  );
  const seeds = await Promise.all(connected.slice(0, 20).map((client, i) => capture(client, 10_000 + i)));
  const started = performance.now() + (seconds * 1_000) / 3;
  const end = started + seconds * 1_000;
  const times: number[] = [];
  await Promise.all(
    connected.map(async (client, i) => {
      for (let turn = i; performance.now() < end; turn++) {
        const begun = performance.now();
        await step(client, turn, seeds[(turn * 7) % seeds.length] as string, i * 1_000 + turn);
        if (begun >= started) times.push(performance.now() - begun);
      }
    }),
  );
  await Promise.all(connected.map((client) => client.close()));
  await server.end();
  const [rate, tail] = [times.length / seconds, quantile(times, 0.99) / quantile(times, 0.5)];
  return [
    {
      what: `${clients} clients over HTTP, on the cores of the server`,
      reached: `${rate.toFixed(0)} calls/s`,
      goal: "≥ 333 calls/s",
      kept: rate >= 333,
    },
    {
      what: `${clients} clients: p99 to p50`,
      reached: `${tail.toFixed(2)} ×`,
      goal: "≤ 2 ×",
      kept: tail <= 2,
    },
  ];
}

function step(client: JsonRpcClient, turn: number, decision: string, seed: number): Promise<unknown> {
  const call = (name: string, args: object) => client.ask("tools/call", { name, arguments: args });
  switch (ROUND[turn % ROUND.length]) {
    case "capture":
      return capture(client, seed);
    case "read":
      return call("membria_get_decision", { decision_id: decision });
    case "search":
      return call("search_decisions", { query: madeUpDecisions(seed)().statement });
    default:
      return client.ask("resources/read", { uri: `membria://decisions/${decision}` });
  }
}

async function capture(client: JsonRpcClient, seed: number): Promise<string> {
  const { statement, alternatives, confidence, reasoning } = madeUpDecisions(seed)();
  const args = { statement, alternatives, confidence, context: { reasoning } };
  const { structuredContent } = await client.ask("tools/call", {
    name: "membria_capture_decision",
    arguments: args,
  });
  return (structuredContent as { decision_id: string }).decision_id;
}
