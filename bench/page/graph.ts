import { milliseconds } from "../report.ts";
import { spreadOf } from "../rounds.ts";
import { coldBrowser } from "./browser.ts";

const GOAL_MS = 2_000;

/** From the click to a graph that does not change any more, in a page that is open. */
export async function measureGraph(
  origin: string,
  ticket: () => string,
  { rounds, nodes }: { readonly rounds: number; readonly nodes: number },
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { browser, page } = await coldBrowser();
    await page.goto(`${origin}/today${ticket()}`);
    await page.locator(".queue article, .empty").first().waitFor();
    const started = performance.now();
    await page.locator("nav a[href^='/graph']").click();
    await page.locator(`canvas[data-drawn="${nodes}"]`).waitFor();
    times.push(performance.now() - started);
    await browser.close();
  }
  const { median, low, high } = spreadOf(times);
  console.log(
    `  ${nodes.toLocaleString("en")} nodes are still after ${milliseconds(median)} [${milliseconds(low)} – ${milliseconds(high)}], worst ${milliseconds(Math.max(...times))}, n = ${times.length}, goal ≤ ${milliseconds(GOAL_MS)}: ${median <= GOAL_MS ? "kept" : "missed"}`,
  );
}
