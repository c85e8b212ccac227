import { milliseconds } from "../report.ts";
import { spreadOf } from "../rounds.ts";
import { coldBrowser } from "./browser.ts";
import { longTasks } from "./long-tasks.ts";

/** Through the list by the wheel, then by dragging the scroll bar here and there. */
export async function measureScrolling(
  url: string,
  { forMs, jumps }: { readonly forMs: number; readonly jumps: number },
): Promise<void> {
  const { browser, page } = await coldBrowser();
  await page.goto(url);
  await page.locator(".virtual .row a").first().waitFor();
  await page.waitForTimeout(500);
  await page.mouse.move(600, 500);
  let turns = 0;
  const byWheel = await longTasks(browser, page, async () => {
    for (const end = performance.now() + forMs; performance.now() < end; turns++)
      await page.mouse.wheel(0, 1_200);
  });
  console.log(`  tasks of more than 50 ms during ${turns} turns of the wheel: ${byWheel}`);

  const waits: number[] = [];
  const byBar = await longTasks(browser, page, async () => {
    for (let i = 0; i < jumps; i++) {
      const started = performance.now();
      await page.evaluate(`window.scrollTo(0, document.documentElement.scrollHeight * ${(i * 0.618) % 1})`);
      await page.waitForTimeout(30);
      await page.locator(".line-awaited").first().waitFor({ state: "detached" });
      waits.push(performance.now() - started);
    }
  });
  console.log(`  tasks of more than 50 ms during ${jumps} jumps of the scroll bar: ${byBar}`);
  const { median, low, high } = spreadOf(waits);
  console.log(
    `  rows after a jump: ${milliseconds(median)} [${milliseconds(low)} – ${milliseconds(high)}], n = ${waits.length}`,
  );
  await browser.close();
}
