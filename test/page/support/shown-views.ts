import type { Page } from "playwright-core";

/** The addresses of all views, as the navigation has them. */
export async function shownViews(page: Page): Promise<readonly string[]> {
  await page.locator("nav a").first().waitFor();
  return page
    .locator("nav a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
}
