import type { Page } from "playwright-core";

/** The addresses of all views, as the navigation has them. */
export async function shownViews(page: Page): Promise<readonly string[]> {
  await page.locator("nav a").first().waitFor({ state: "attached" });
  return page
    .locator("nav a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
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

/** Waits until a view has its answers: nothing says that it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.locator(".loading").first().waitFor({ state: "detached" });
}
