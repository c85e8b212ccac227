import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { decisionPage, writeDecisionChange } from "../src/decisions/sql/decisions.ts";
import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { openDatabase } from "../src/store/file/driver.ts";
import { longestTick } from "./longest-tick.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { fileIn, growMemory, openMemory, PROJECT } from "./memory.ts";
import { chart, judge, milliseconds } from "./report.ts";
import { quantile, takeTurns, timed } from "./rounds.ts";
import { initialize, startServer } from "./server-process.ts";
import { folder, product, smoke } from "./workplace.ts";

const ROUNDS = smoke ? 1 : 30;
const DECISIONS = smoke ? 10 : 1_000;
/** Together less than the time after which a waiting write is refused. */
const CALLS = smoke ? 3 : 20;
const TEXTS = smoke ? 5 : 200;
const CHANGES = smoke ? 2 : 20;

const PING = "ping";
const PING_WAITING = "ping, while a capture waits";
const GET = "get_decision";
const GET_WAITING = "get_decision, while a capture waits";

const home = join(folder, "home");
await growMemory(home, DECISIONS, 3);
await answersWhileWaiting();
await noticedChanges();
await embeddingMeanwhile();

/** This process holds the write lock; a capture in the server waits for it, and other calls must not. */
async function answersWhileWaiting(): Promise<void> {
  const server = startServer([product, "mcp", "serve"], { MEMBRIA_HOME: home, MEMBRIA_PROJECT: PROJECT });
  await initialize(server);
  server.notify("notifications/initialized");
  const db = await openDatabase(fileIn(home), 5_000);
  const next = madeUpDecisions(4);
  const call = (name: string, args: object) => server.request("tools/call", { name, arguments: args });
  const capture = () => {
    const { statement, alternatives, confidence } = next();
    return call("membria_capture_decision", { statement, alternatives, confidence });
  };
  const { structuredContent } = (await capture()) as { structuredContent: { decision_id: string } };
  const { decision_id } = structuredContent;

  const longest = new Map<string, number>();
  const each = async (name: string, work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) times.push(await timed(work));
    longest.set(name, Math.max(longest.get(name) ?? 0, ...times));
    return quantile(times, 0.5);
  };
  const whileWaiting = async (measure: () => Promise<number>): Promise<number> => {
    db.exec("BEGIN IMMEDIATE");
    const waiting = capture();
    const time = await measure();
    db.exec("ROLLBACK");
    await waiting;
    return time;
  };
  const ping = () => server.request("ping", {});
  const get = () => call("membria_get_decision", { decision_id });
  const samples = await takeTurns(
    [
      { name: PING, once: () => each(PING, ping) },
      { name: PING_WAITING, once: () => whileWaiting(() => each(PING_WAITING, ping)) },
      { name: GET, once: () => each(GET, get) },
      { name: GET_WAITING, once: () => whileWaiting(() => each(GET_WAITING, get)) },
    ],
    ROUNDS,
  );
  db.close();
  await server.end();
  chart(`One call through the pipe, the median of ${CALLS}`, samples, GET);
  judge(samples, [
    { what: "ping while a capture waits to ping alone", of: PING_WAITING, to: PING, atMost: 2 },
    { what: "get_decision while a capture waits to get_decision alone", of: GET_WAITING, to: GET, atMost: 2 },
  ]);
  for (const [name, time] of longest) console.log(`  ${name}: the longest took ${milliseconds(time)}`);
}

/** How long it takes until a follower notices a write of another connection. */
async function noticedChanges(): Promise<void> {
  const [follower, writer] = [await openMemory(home), await openMemory(home)];
  const { items } = await decisionPage(writer.memory, { scope: PROJECT }, 1);
  const { id, author } = items[0]!;
  const by = { role: "agent" as const, author, client: author.name };
  const times: number[] = [];
  // Following the change feed does not keep the process alive.
  const alive = setInterval(() => {}, 1_000);
  for (let i = 0; i < CHANGES; i++) {
    const { promise, resolve } = withResolver();
    const stop = follower.memory.follow(resolve);
    // At a random time between two checks of the file.
    await wait(300 + 40 * (i % 10));
    times.push(
      await timed(async () => {
        await writeDecisionChange(
          writer.memory,
          PROJECT,
          id,
          { confidence: (i % 10) / 10 },
          { by, at: new Date() },
        );
        await promise;
      }),
    );
    stop();
  }
  clearInterval(alive);
  console.log(
    `\nHearing of what another connection wrote: median ${milliseconds(quantile(times, 0.5))}, longest ${milliseconds(Math.max(...times))}, goal ≤ 2000 ms`,
  );
  await Promise.all([follower.close(), writer.close()]);
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function embeddingMeanwhile(): Promise<void> {
  const { memory, log } = await openMemory(join(folder, "none"));
  const embedder = localEmbedder({ idleMs: 60_000, log });
  const next = madeUpDecisions(5);
  const texts = Array.from({ length: TEXTS }, () => next().statement);
  await embedder.embed(texts.slice(0, 1), "query");
  const { worst } = await longestTick(() => embedder.embed(texts, "passage"));
  console.log(
    `\nThe event loop while ${TEXTS} texts are embedded: late by ${milliseconds(worst)} at worst, goal ≤ 25 ms`,
  );
  await embedder.close();
  await memory.close();
}
