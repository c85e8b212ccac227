import { setTimeout as wait } from "node:timers/promises";
import { milliseconds } from "./report.ts";
import { quantile, timed } from "./rounds.ts";
import { initialize, startServer } from "./server-process.ts";
import { product } from "./workplace.ts";

const EVERY_MS = 5;

/** How long a `ping` through the pipe takes while the server is idle, and while it searches continuously. */
export async function pingMeanwhile(env: NodeJS.ProcessEnv, queries: readonly string[]): Promise<void> {
  const server = startServer([product, "mcp", "serve"], env);
  await initialize(server);
  server.notify("notifications/initialized");
  const search = (query: string) =>
    server.request("tools/call", { name: "search_decisions", arguments: { query } });
  // The first one loads the model and the codes.
  await search(queries[0] ?? "");
  const idle = await pings(() => server.request("ping", {}), wait(1_000));
  const busy = await pings(
    () => server.request("ping", {}),
    (async () => {
      for (const query of queries) await search(query);
    })(),
  );
  await server.end();
  const said = (times: readonly number[]): string =>
    `median ${milliseconds(quantile(times, 0.5))}, 99 % ${milliseconds(quantile(times, 0.99))}, longest ${milliseconds(Math.max(...times))}`;
  console.log(`  ping through the pipe, idle: ${said(idle)}`);
  console.log(`  ping through the pipe, searching: ${said(busy)}; goal: delayed by 25 ms at most`);
}

async function pings(ping: () => Promise<unknown>, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  while (!over) {
    times.push(await timed(ping));
    await wait(EVERY_MS);
  }
  await ended;
  return times;
}
