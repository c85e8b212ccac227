import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { product } from "../workplace.ts";

const CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

export const hasBrowser = existsSync(CHROMIUM);

/** A browser that knows nothing, with one window. */
export async function coldBrowser(): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto("about:blank");
  return { browser, page };
}

/** The part of a link that signs somebody in. */
export function ticketFor(home: string, project: string): string {
  const flags = ["--home", home, "--project", project, "--log-level", "error"];
  const env = { ...process.env, MEMBRIA_ACTOR: "human", MEMBRIA_PERSON: "bench" };
  const answer = execFileSync(process.execPath, [product, "open", "--no-browser", "--json", ...flags], {
    encoding: "utf8",
    env,
  });
  return new URL((JSON.parse(answer) as { link: string }).link).hash;
}
