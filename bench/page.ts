import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright-core";
import { startHttpServer } from "./http-server-process.ts";
import { growMemory, PROJECT } from "./memory.ts";
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

/** What a browser is told before it runs a line of the page: tasks that kept it from answering for more than 50 ms. */
const WATCH = `window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask", buffered: true });`;

bytes();
const home = join(folder, "memory");
let grown = 0;
for (const size of SIZES) {
  await growMemory(home, size - grown, size);
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
  await page.addInitScript(WATCH);
  await page.goto(`${origin}/decisions${new URL(link).hash}`);
  await page.locator(".virtual .row a").first().waitFor();
  await page.waitForTimeout(500);
  await page.evaluate("window.longTasks = []");
  const end = performance.now() + SCROLL_MILLISECONDS;
  await page.mouse.move(600, 500);
  let turns = 0;
  while (performance.now() < end) {
    await page.mouse.wheel(0, 1_200);
    turns += 1;
  }
  await report(page, `${turns} turns of the wheel`);
  const waits: number[] = [];
  for (let i = 0; i < JUMPS; i++) {
    const share = (i * 0.618) % 1;
    const started = performance.now();
    await page.evaluate(`window.scrollTo(0, document.documentElement.scrollHeight * ${share})`);
    await page.waitForTimeout(30);
    await page.locator(".line-awaited").first().waitFor({ state: "detached" });
    waits.push(performance.now() - started);
  }
  const { median, low, high } = spreadOf(waits);
  await report(page, `${JUMPS} jumps of the scroll bar`);
  console.log(
    `  rows after a jump: ${milliseconds(median)} [${milliseconds(low)} – ${milliseconds(high)}], n = ${waits.length}`,
  );
  await browser.close();
}

async function report(page: Page, what: string): Promise<void> {
  const tasks = (await page.evaluate("window.longTasks")) as number[];
  await page.evaluate("window.longTasks = []");
  const longest =
    tasks.length === 0 ? "none" : `${tasks.length}, the longest ${milliseconds(Math.max(...tasks))}`;
  console.log(`  tasks of more than 50 ms during ${what}: ${longest}`);
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
