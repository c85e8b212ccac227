import type { Page } from "playwright-core";
import { coldBrowser } from "./browser.ts";

const GOAL_BYTES = 250_000;

/** Bytes on the wire: files of the page, and answers to what it asks. */
interface Sent {
  files: number;
  answers: number;
}

/** What a browser is sent for the first view, and then for each other one. */
export async function measureBytes(origin: string, ticket: string): Promise<void> {
  const { browser, page } = await coldBrowser();
  const sent = count(page);
  await page.goto(`${origin}/today${ticket}`);
  await page.locator("main h1").waitFor();
  await page.waitForTimeout(1_500);
  const first = sent();
  console.log(
    `  the first view: ${kilobytes(first.files)} of files and ${kilobytes(first.answers)} of answers, goal ≤ ${kilobytes(GOAL_BYTES)}: ${first.files + first.answers <= GOAL_BYTES ? "kept" : "missed"}`,
  );
  const links = page.locator("nav a");
  for (let i = 1; i < (await links.count()); i++) {
    const name = (await links.nth(i).innerText()).trim();
    await links.nth(i).click();
    await page.locator("main h1", { hasText: name }).waitFor();
    await page.waitForTimeout(1_000);
    const { files, answers } = sent();
    console.log(
      `  ${name.padEnd(12)} ${kilobytes(files)} of files and ${kilobytes(answers)} of answers more`,
    );
  }
  await browser.close();
}

/** Says what was sent since it was last asked. */
function count(page: Page): () => Sent {
  let now: Sent = { files: 0, answers: 0 };
  page.on("requestfinished", async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const isAnswer = new URL(request.url()).pathname.match(/^\/page\/(?:call|session|events)/) !== null;
    now[isAnswer ? "answers" : "files"] += responseBodySize + responseHeadersSize;
  });
  return () => {
    const since = now;
    now = { files: 0, answers: 0 };
    return since;
  };
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
