import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { seedMany } from "./support/many-decisions.ts";
import type { Scene } from "./support/open-scene.ts";
import { nothingOnView, pageScene } from "./support/scene.ts";

async function openGraph(scene: Scene, path = "/graph", options = {}): Promise<Page> {
  const { page } = await scene.open(options);
  await page.goto(`${scene.server.url}${path}`);
  await page.locator("canvas[data-drawn]").waitFor();
  return page;
}

describe("The graph on the page", IN_BROWSER, () => {
  const scene = pageScene();
  const id = (statement: string) => scene().ids.get(statement) as string;
  /** With the one that is full of markup, and the one that was learned from others. */
  const counted = (relations: number) => `${scene().ids.size + 2} decisions, ${relations} relations.`;

  it("shows a decision with what led to it and what came of it, at an address of its own", async () => {
    const page = await openGraph(scene(), `/graph/${id("Keep orders in PostgreSQL with a table for lines")}`);
    const panel = page.locator(".focus-panel");
    await panel.locator(".causal-chain li").first().waitFor();
    const steps = await panel.locator(".causal-chain li").allInnerTexts();
    expect(steps).toHaveLength(2);
    expect(steps[0]).toContain("Keep orders in MongoDB");
    expect(steps[0]).toContain("nothing kept them consistent");
    await panel.getByRole("link", { name: "Keep orders in MongoDB, one document each" }).first().click();
    await panel.getByRole("heading", { name: "Keep orders in MongoDB" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/graph/${id("Keep orders in MongoDB, one document each")}`);
    await page.goBack();
    await panel.getByRole("heading", { name: "Keep orders in PostgreSQL" }).waitFor();
  });

  it("can be walked through with the keyboard", async () => {
    const page = await openGraph(scene());
    await page.getByRole("application").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/\/graph\/dec_/);
    const first = page.url();
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((before) => location.href !== before, first);
    await page.keyboard.press("+");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/decisions\/dec_/);
    await page.goBack();
    await page.waitForURL(/\/graph\/dec_/);
    await page.locator(".focus-panel").getByRole("heading").first().waitFor();
    await page.getByRole("application").focus();
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/graph$/);
  });

  it("opens what is clicked, and moves where it is dragged", async () => {
    const page = await openGraph(scene());
    const box = await page.locator(".graph-stage").boundingBox();
    if (!box) throw new Error("The graph has no place.");
    const found = await pointAtSomething(page, box);
    await page.mouse.click(found.x, found.y);
    await page.waitForURL(/\/graph\/dec_/);
    expect(page.url()).toContain(id(found.statement));
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 260, { steps: 4 });
    await page.mouse.up();
    // A drag is no click.
    expect(page.url()).toContain(id(found.statement));
  });

  it("has everything as a list, with links", async () => {
    const page = await openGraph(scene(), "/graph?domain=payments");
    const list = page.locator(".graph-list");
    expect(await list.locator("ol > li").count()).toBe(0);
    await list.getByText("The same as a list").click();
    await list.locator("ol > li").first().waitFor();
    const entries = await list.locator("ol > li").allInnerTexts();
    expect(entries).toHaveLength(3);
    expect(entries.join()).toContain("Retry every failed payment three times");
    await page.goto(`${scene().server.url}/graph`);
    await page.locator(".graph-list summary").click();
    const cached = list.locator("ol > li", { hasText: "Write down how a cache is emptied" }).first();
    expect(await cached.innerText()).toContain("was learned from Cache prices for an hour at the edge");
    await cached.getByRole("link", { name: "Cache prices for an hour" }).click();
    await page.locator(".focus-panel").getByRole("heading", { name: "Cache prices for an hour" }).waitFor();
  });

  it("leaves out relations that somebody hides, which the address keeps", async () => {
    const page = await openGraph(scene());
    const shown = () => page.locator(".graph-count").innerText();
    expect(await shown()).toBe(counted(15));
    await page.getByLabel("replaces").uncheck();
    await expect.poll(shown).toBe(counted(7));
    expect(new URL(page.url()).searchParams.get("hide")).toBe("supersedes");
    await page.reload();
    await expect.poll(shown).toBe(counted(7));
  });

  it("lets a person approve and reject links where they are", async () => {
    const page = await openGraph(scene());
    const panel = page.getByRole("region", { name: "2 links wait for you" });
    await panel.getByRole("button", { name: "Show it" }).first().click();
    const card = page.locator(".graph-card");
    await card.getByText("depends on").waitFor();
    await card.getByRole("button", { name: "Approve" }).click();
    await page.getByText("The link is approved.").waitFor();
    const last = page.getByRole("region", { name: "One link waits for you" });
    await last.waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await panel.waitFor();
    await panel.getByRole("button", { name: "Approve" }).first().click();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => page.locator(".graph-count").innerText()).toBe(counted(16));
    await last.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => page.getByText("waits for you").count()).toBe(0);
    await page.reload();
    await page.locator("canvas[data-drawn]").waitFor();
    expect(await page.getByText("waits for you").count()).toBe(0);
    const links = (await scene().server.run(["review"])) as object;
    expect(JSON.stringify(links)).not.toContain('"kind":"link"');
  });

  it("says what to do about an address without a decision", async () => {
    const { page, troubles } = await scene().open();
    await page.goto(`${scene().server.url}/graph/dec_nowhere`);
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByRole("alert").first().innerText()).toContain("dec_nowhere");
    // The browser reports answers of 404 itself.
    troubles.splice(0, troubles.length, ...troubles.filter((text) => !text.includes("404")));
  });
});

/** Whoever points at a decision sees its statement. */
async function pointAtSomething(
  page: Page,
  box: { readonly x: number; readonly y: number; readonly width: number },
): Promise<{ readonly x: number; readonly y: number; readonly statement: string }> {
  const tip = page.locator(".graph-tip");
  for (let y = box.y + 20; y < box.y + 200; y += 9) {
    for (let x = box.x + box.width * 0.25; x < box.x + box.width * 0.9; x += 14) {
      await page.mouse.move(x, y);
      if ((await tip.count()) > 0) return { x, y, statement: await tip.innerText() };
    }
  }
  throw new Error("There is nothing to point at.");
}

describe("The graph of an empty memory", IN_BROWSER, () => {
  const scene = nothingOnView();

  it("says what to do", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/graph`);
    await page.getByText("No decision is here yet").waitFor();
    await page.getByText("membria decide").waitFor();
  });
});

describe("The graph of 5,000 decisions", IN_BROWSER, () => {
  const COUNT = 5_000;
  const scene = pageScene((home) => seedMany(home, COUNT + 20));

  it("is drawn, and says what is left out", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/graph`);
    await page.locator(`canvas[data-drawn="${COUNT}"]`).waitFor();
    expect(await page.locator(".graph-count").innerText()).toContain("20 older ones are not drawn");
    // An older one comes with what is linked to it.
    const [oldest = ""] = scene().ids.values();
    await page.goto(`${scene().server.url}/graph/${oldest}`);
    await page.getByRole("heading", { name: /^Decision 0 about/ }).waitFor();
  });
});
