import { describe, expect, it } from "vitest";
import { problemsInBothColours } from "./support/axe.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { exampleOnView } from "./support/scene.ts";

/** Addresses, and what is there when they are shown. */
const PLACES = [
  ["/skills", ".skill-card"],
  ["/skills?tab=warnings&ask=Keep+tokens+in+localStorage", ".given .row"],
  ["/threats", ".threat-list a"],
  ["/threats?q=upload+a+picture", ".looked-for"],
  ["/threats/mass-assignment", ".code-good"],
  ["/sessions", ".session-list a"],
  ["/sessions?tab=checkpoints", ".checkpoint"],
  ["/sessions/5f2c1d8e-queue", ".told a"],
  ["/audit", ".audit-list a"],
  ["/audit?entry=2", "dialog .scrolling"],
  ["/keys", ".key-line"],
  ["/team", ".empty"],
  ["/health", ".check"],
] as const;

describe("Knowledge and the house, for everybody", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("have no barrier that axe finds, in light and in dark colours", async () => {
    const { page } = await scene().open();
    for (const [path, shown] of PLACES) {
      await page.goto(`${scene().server.url}${path}`);
      await page.locator(shown).first().waitFor();
      expect(await problemsInBothColours(page), path).toEqual([]);
    }
    await page.goto(`${scene().server.url}/skills`);
    await page.locator(".skill-card h3 a").first().click();
    await page.locator(".skill-decisions").waitFor();
    expect(await problemsInBothColours(page)).toEqual([]);
  });

  it("fit into a window of 320 pixels without scrolling to the side", async () => {
    const { page } = await scene().open({ width: 320, height: 640 });
    for (const [path, shown] of PLACES) {
      await page.goto(`${scene().server.url}${path}`);
      await page.locator(shown).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
  });
});
