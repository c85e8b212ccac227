import type { Browser, BrowserContext, Cookie, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the browser so far: errors, and what the policy for contents kept out. */
  readonly troubles: string[];
  /** What the test brings about itself. The browser may tell of it only after the test. */
  allow(trouble: RegExp): void;
}

export interface WindowOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: "reduce";
  /** Of a session that holds. */
  readonly cookies?: readonly Cookie[];
}

/** A window of a browser of its own, signed in by the link. Any error in it or in its tabs fails the test at its end. */
export async function openView(
  browser: Browser,
  link: string,
  {
    colorScheme = "light",
    width = 1280,
    height = 860,
    reducedMotion = "reduce",
    cookies = [],
  }: WindowOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion });
  await context.addCookies([...cookies]);
  const troubles: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  context.on("weberror", (error) => troubles.push(error.error().message));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // The console tells the test.
      console.error(`The policy kept out ${blockedURI} by ${violatedDirective}`);
    });
  });
  const allowed: RegExp[] = [];
  onTestFinished(async () => {
    await context.close();
    expect(troubles.filter((text) => !allowed.some((one) => one.test(text)))).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.locator("h1").first().waitFor();
  return { page, context, troubles, allow: (trouble) => void allowed.push(trouble) };
}

/** Goes to another address of the page without loading it again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}
