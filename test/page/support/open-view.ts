import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the browser so far: errors, and what the policy for contents kept out. */
  readonly troubles: string[];
}

export interface WindowOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: "reduce";
}

/** A window of a browser of its own, signed in by the link. Any error in it fails the test at its end. */
export async function openView(
  browser: Browser,
  link: string,
  { colorScheme = "light", width = 1280, height = 860, reducedMotion = "reduce" }: WindowOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // The console tells the test.
      console.error(`The policy kept out ${blockedURI} by ${violatedDirective}`);
    });
  });
  onTestFinished(async () => {
    await context.close();
    expect(troubles).toEqual([]);
  });
  await page.goto(link);
  await page.locator("h1").first().waitFor();
  return { page, context, troubles };
}
