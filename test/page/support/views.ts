import type { Page } from "playwright-core";
import { expect } from "vitest";
import { goTo } from "./open-view.ts";

/** Goes through all views that the navigation has, and looks at each when it has its answers. */
export async function eachView(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const links = page.locator("nav a");
  await links.first().waitFor({ state: "attached" });
  const views = await links.evaluateAll((all) =>
    all.map((link) => ({
      path: (link as HTMLAnchorElement).pathname,
      title: link.firstChild?.textContent ?? "",
    })),
  );
  expect(views).not.toEqual([]);
  for (const { path, title } of views) {
    await goTo(page, path);
    await page.locator("main h1", { hasText: title }).waitFor();
    await settled(page);
    await look(path);
  }
}

/** Nothing says that it is loading any more, and nothing changes for a moment. */
async function settled(page: Page): Promise<void> {
  let before = "";
  await expect
    .poll(
      async () => {
        const now = await page.locator("main").innerHTML();
        const isSame = now === before;
        before = now;
        return isSame && !now.includes('class="loading"');
      },
      { interval: 120 },
    )
    .toBe(true);
}
