import type { Locator } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../support/stdio-client.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { EXAMPLE_PROJECT } from "./support/example-deps.ts";
import { pageScene } from "./support/scene.ts";

/** It is there within a second; this only ends what hangs. */
const DEADLINE = 60_000;

describe("What others write", IN_BROWSER, () => {
  const scene = pageScene();
  const openAt = async (path: string) => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}${path}`);
    await page.locator(".live-live").waitFor();
    await page.evaluate(() => {
      (window as unknown as { wasLoadedOnce: boolean }).wasLoadedOnce = true;
    });
    return page;
  };
  /** Without loading the page again. */
  const appears = async (what: Locator): Promise<void> => {
    await what.waitFor({ timeout: DEADLINE });
    expect(await what.page().evaluate(() => "wasLoadedOnce" in window)).toBe(true);
  };

  it("over MCP is in the list", async () => {
    const page = await openAt("/decisions");
    const agent = startServer({ env: { MEMBRIA_HOME: scene().home, MEMBRIA_PROJECT: EXAMPLE_PROJECT } });
    onTestFinished(async () => void (await agent.close()));
    await agent.initialize();
    await agent.call("membria_capture_decision", {
      statement: "Send invoices as PDF/A from the worker",
      alternatives: ["Render them in the browser"],
      confidence: 0.7,
    });
    await appears(page.locator(".row", { hasText: "Send invoices as PDF/A" }));
  });

  it("at a terminal is on the page of the decision", async () => {
    const id = scene().ids.get("Compress product images as AVIF with a fallback to JPEG") as string;
    const page = await openAt(`/decisions/${id}`);
    await page.locator(".timeline").waitFor();
    await scene().server.run(["outcome", id, "success", "--lesson", "Pages weigh half as much."]);
    await appears(page.locator(".history", { hasText: "Pages weigh half as much." }));
    await appears(page.locator(".lead .mark-success"));
  });

  it("waits for the person at once", async () => {
    const page = await openAt("/today");
    const [from, to] = [
      "Cache prices for a minute, and drop the cache when a campaign starts",
      "Compress product images as AVIF with a fallback to JPEG",
    ].map((statement) => scene().ids.get(statement) as string);
    await page.locator(".queue article").first().waitFor();
    const env = { MEMBRIA_ACTOR: "agent" };
    const reason = "Both take load off the first page.";
    await scene().server.run(["links", "propose", from, "refines", to, "--reason", reason].map(String), env);
    await appears(page.locator(".queue article", { hasText: reason }));
  });

  it("counts for the calibration", async () => {
    const page = await openAt("/calibration");
    const count = () =>
      page
        .locator("main")
        .getByText(/of \d+ outcomes worked/)
        .textContent();
    const before = await count();
    const id = scene().ids.get("Keep sessions in Redis for an hour after the last request") as string;
    await scene().server.run(["outcome", id, "failure"]);
    await expect.poll(count, { timeout: DEADLINE }).not.toBe(before);
  });
});
