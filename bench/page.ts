import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { connect } from "../src/adapters/sqlite/shared/connection.ts";
import { startHttpServer } from "./http-server-process.ts";
import { fileIn, growMemory, PROJECT } from "./memory.ts";
import { milliseconds } from "./report.ts";
import { spreadOf } from "./rounds.ts";
import { folder, product, root, smoke } from "./workplace.ts";

const CHROMIUM = "/usr/bin/chromium";
const SIZES = smoke ? [200] : [10_000, 100_000];
const FIRST_VIEWS = smoke ? 1 : 10;
const JUMPS = smoke ? 2 : 30;
const SCROLL_MILLISECONDS = smoke ? 200 : 10_000;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
];

if (!existsSync(CHROMIUM)) {
  console.log(`There is no Chromium at ${CHROMIUM}.`);
  process.exit(0);
}

bytes();
const home = join(folder, "memory");
let grown = 0;
for (const size of SIZES) {
  if (grown === 0) await growMemory(home, size, size);
  else await copyRows(grown, size);
  grown = size;
  console.log(`\nWith ${size.toLocaleString("en")} decisions`);
  const server = await startHttpServer(home);
  const link = (): string => linkTo(home);
  for (const [name, path, shown] of [
    ["Today", "/today", ".queue article, .empty"],
    ["Decisions", "/decisions", ".virtual .row a"],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < FIRST_VIEWS; i++) times.push(await firstView(server.url.origin, link(), path, shown));
    const { median, low, high } = spreadOf(times);
    console.log(
      `  ${name} on a cold browser: ${milliseconds(median)} [${milliseconds(low)} – ${milliseconds(high)}], worst ${milliseconds(Math.max(...times))}, n = ${times.length}`,
    );
  }
  await scrolling(server.url.origin, link());
  await server.end();
}

/** The list reads one table, so that copies of its rows are as good as others, and are there in seconds. */
async function copyRows(from: number, to: number): Promise<void> {
  const connection = await connect(fileIn(home));
  await connection.write((sql) => {
    const columns = sql
      .all("SELECT name FROM pragma_table_info('memories') WHERE name NOT IN ('seq', 'id', 'created_at')")
      .map(({ name }) => name)
      .join(", ");
    const { last } = sql.get("SELECT max(seq) AS last FROM memories") as { last: number };
    for (let copy = 1; copy < to / from; copy++)
      sql.run(
        `INSERT INTO memories (id, created_at, ${columns})
         SELECT id || '_' || ?, created_at - ? * 1000, ${columns} FROM memories WHERE seq <= ?`,
        copy,
        copy,
        last,
      );
  });
  await connection.close();
}

/** From the address to the first record, in a browser that was just started and knows nothing. */
async function firstView(origin: string, link: string, path: string, shown: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage();
  await page.goto("about:blank");
  const started = performance.now();
  await page.goto(`${origin}${path}${new URL(link).hash}`, { waitUntil: "commit" });
  await page.locator(shown).first().waitFor();
  const time = performance.now() - started;
  await browser.close();
  return time;
}

async function scrolling(origin: string, link: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${origin}/decisions${new URL(link).hash}`);
  await page.locator(".virtual .row a").first().waitFor();
  await page.waitForTimeout(500);
  await page.mouse.move(600, 500);

  let turns = 0;
  const wheel = await longTasks(browser, page, async () => {
    for (const end = performance.now() + SCROLL_MILLISECONDS; performance.now() < end; turns++)
      await page.mouse.wheel(0, 1_200);
  });
  console.log(`  tasks of more than 50 ms during ${turns} turns of the wheel: ${wheel}`);

  const waits: number[] = [];
  const jumps = await longTasks(browser, page, async () => {
    for (let i = 0; i < JUMPS; i++) {
      const started = performance.now();
      await page.evaluate(`window.scrollTo(0, document.documentElement.scrollHeight * ${(i * 0.618) % 1})`);
      await page.waitForTimeout(30);
      await page.locator(".line-awaited").first().waitFor({ state: "detached" });
      waits.push(performance.now() - started);
    }
  });
  console.log(`  tasks of more than 50 ms during ${JUMPS} jumps of the scroll bar: ${jumps}`);
  const { median, low, high } = spreadOf(waits);
  console.log(
    `  rows after a jump: ${milliseconds(median)} [${milliseconds(low)} – ${milliseconds(high)}], n = ${waits.length}`,
  );
  await browser.close();
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** By the clock, and the processor's time of this thread, in microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * What kept the page from answering: by the clock, which other work on this machine lengthens, and in time of the
 * processor, which it does not.
 */
async function longTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<string> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith("RunTask") && main.has(`${pid} ${tid}`),
  );
  const count = (durations: readonly number[]): string =>
    `${durations.filter((one) => one > 50).length}, the longest ${milliseconds(Math.max(...durations))}`;
  const clock = tasks.map(({ dur = 0 }) => dur / 1_000);
  const processor = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  return `by the clock ${count(clock)}; of the processor ${count(processor)} (${tasks.length} tasks)`;
}

/** What is sent, compressed. */
function bytes(): void {
  const assets = join(root, "dist", "page", "assets");
  for (const name of readdirSync(assets)) {
    const file = readFileSync(join(assets, name));
    console.log(
      `  ${name.padEnd(32)} ${String(file.length).padStart(8)} bytes, ${gzipSync(file).length} compressed`,
    );
  }
}

function linkTo(where: string): string {
  const flags = ["--home", where, "--project", PROJECT, "--log-level", "error"];
  const env = { ...process.env, MEMBRIA_ACTOR: "human", MEMBRIA_PERSON: "bench" };
  const answer = execFileSync(process.execPath, [product, "open", "--no-browser", "--json", ...flags], {
    encoding: "utf8",
    env,
  });
  return (JSON.parse(answer) as { link: string }).link;
}
