import { describe, expect, it } from "vitest";
import { problemsInBothColours } from "./support/axe.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { exampleOnView } from "./support/scene.ts";

describe("The page for everybody", IN_BROWSER, () => {
  const scene = exampleOnView();
  const decisionPath = () =>
    `/decisions/${scene().ids.get("Keep orders in PostgreSQL with a table for lines")}`;
  const places = (): readonly (readonly [string, string])[] => [
    ["/today", ".queue article"],
    ["/decisions", ".virtual .row a"],
    ["/decisions?q=orders", ".found a"],
    ["/decisions?domain=nothing", ".empty"],
    ["/calibration", ".chart"],
    ["/calibration?table=reliability,over-time", ".data-table"],
    ["/graph", "canvas[data-drawn]"],
    [decisionPath().replace("/decisions/", "/graph/"), ".causal-chain li"],
    [decisionPath(), ".timeline"],
    ["/nowhere", ".empty"],
  ];

  it("has no barrier that axe finds, in light and in dark colours", async () => {
    const { page } = await scene().open();
    for (const [path, shown] of places().slice(0, -1)) {
      await page.goto(`${scene().server.url}${path}`);
      await page.locator(shown).first().waitFor();
      expect(await problemsInBothColours(page), path).toEqual([]);
    }
  });

  it("has no barrier in a dialog either", async () => {
    const { page } = await scene().open();
    for (const name of ["Reopen", "Edit", "Replace", "Retract", "Link", "Note"]) {
      await page.goto(`${scene().server.url}${decisionPath()}`);
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      expect(await problemsInBothColours(page), name).toEqual([]);
    }
    await page.goto(`${scene().server.url}/today`);
    await page.locator(".queue article").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await problemsInBothColours(page)).toEqual([]);
  });

  it("fits into a window of 320 pixels without scrolling to the side", async () => {
    const { page } = await scene().open({ width: 320, height: 640 });
    for (const [path, shown] of places().slice(0, -1)) {
      await page.goto(`${scene().server.url}${path}`);
      await page.locator(shown).first().waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Today" }).click();
    await page.locator(".queue article").first().waitFor();
  });

  it("leads past the navigation, and shows where the focus is", async () => {
    const { page } = await scene().open();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it("does nothing on single keys for who switched them off", async () => {
    const { page } = await scene().open();
    await page.locator(".queue article").first().waitFor();
    await page.keyboard.press("?");
    await page.getByLabel("Single keys do something").uncheck();
    await page.keyboard.press("Escape");
    const before = await page.locator(".queue article").count();
    await page.keyboard.press("y");
    await page.keyboard.press("?");
    expect(await page.locator(".queue article").count()).toBe(before);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("keeps the colours that were chosen", async () => {
    const { page } = await scene().open({ colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.getByLabel("Colours").selectOption("dark");
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator("h1").waitFor();
    expect(await ground()).toBe(dark);
  });
});
