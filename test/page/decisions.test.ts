import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { pageScene } from "./support/scene.ts";

const ORDERS = "Keep orders in PostgreSQL with a table for lines";

describe("The list of decisions", IN_BROWSER, () => {
  const scene = pageScene();
  /** With the one that is full of markup, and the one that was learned from others. */
  const counted = (more = 0) => `${scene().ids.size + 2 + more} decisions`;
  const openList = async (query = "") => {
    const opened = await scene().open();
    await opened.page.goto(`${scene().server.url}/decisions${query}`);
    await opened.page.locator(".found-count:not(:empty)").waitFor();
    return opened;
  };

  it("is filtered by what the address says, and the address by what is chosen", async () => {
    const { page } = await openList("?outcome=failure");
    await page.getByText(/^\d+ decisions fit$/).waitFor();
    await page.getByLabel("Domain").selectOption("performance");
    await page.getByText("2 decisions fit").waitFor();
    expect(new URL(page.url()).search).toBe("?outcome=failure&domain=performance");
    await page.goBack();
    await page.getByText(/^\d+ decisions fit$/).waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText(counted()).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("finds as somebody types, and marks what only comes close", async () => {
    const { page } = await openList();
    await page.keyboard.press("/");
    await page.keyboard.type("where do we keep orders");
    await page.locator(".found .tag-strong").first().waitFor();
    await page.locator(".found a", { hasText: ORDERS }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("where do we keep orders");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
    await page.getByLabel("Found by").selectOption("text");
    await page.getByText("No decision fits").waitFor();
  });

  it("is gone through with the keyboard, and going back leads to the same place", async () => {
    const { page } = await openList();
    for (const _ of [1, 2, 3]) await page.keyboard.press("j");
    await page.keyboard.press("k");
    const focused = () => page.evaluate(() => document.activeElement?.querySelector("bdi")?.textContent);
    expect(await focused()).toBe("Move the worker queue from Redis to PostgreSQL");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Move the worker queue" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.goBack();
    await page.getByText(counted()).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
  });

  it("keeps only the rows in the window", async () => {
    const { page } = await openList();
    expect(await page.locator(".virtual .row").count()).toBeLessThan(30);
  });

  it("shows markup as text", async () => {
    const { page } = await openList("?domain=security");
    await page.locator(".row a", { hasText: "<script>alert(1)</script> & <b>markup</b>" }).click();
    await page.getByText("<img src=x onerror=alert(2)>").waitFor();
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
  });

  it("shows what an agent writes within a second", async () => {
    const { page } = await openList();
    await page.getByText("Live").waitFor();
    const statement = "Write logs as JSON lines to standard error";
    await scene().server.run(["decide", statement, "--confidence", "0.7"]);
    await page.locator(".row", { hasText: statement }).waitFor();
    await page.getByText(counted(1)).waitFor();
  });
});
