import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chart } from "../report.ts";
import { type Contender, spreadOf, takeTurns } from "../rounds.ts";
import { coldBrowser } from "./browser.ts";

/** As little as a page can be: one document with one line. */
async function startBarePage(): Promise<{ origin: string; stop(): void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>x</title><p>x</p>"),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** From the address to the first record, in a browser that was just started. */
async function openCold(url: string, shown: string): Promise<number> {
  const { browser, page } = await coldBrowser();
  const started = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(shown).first().waitFor();
  const time = performance.now() - started;
  await browser.close();
  return time;
}

export async function measureFirstViews(
  origin: string,
  ticket: () => string,
  { rounds, goalMs }: { readonly rounds: number; readonly goalMs: number },
): Promise<void> {
  const bare = await startBarePage();
  const view = (name: string, path: string, shown: string): Contender => ({
    name,
    once: () => openCold(`${origin}${path}${ticket()}`, shown),
  });
  const samples = await takeTurns(
    [
      { name: "a bare page", once: () => openCold(bare.origin, "p") },
      view("Today", "/today", ".queue article, .empty"),
      view("Decisions", "/decisions", ".virtual .row a"),
    ],
    rounds,
  );
  bare.stop();
  chart("First view on a cold browser", samples, "a bare page");
  for (const { name, times } of samples.slice(1)) {
    const { median } = spreadOf(times);
    const worst = Math.max(...times);
    console.log(
      `  ${name}: median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms, goal ≤ ${goalMs} ms: ${median <= goalMs ? "kept" : "missed"}`,
    );
  }
}
