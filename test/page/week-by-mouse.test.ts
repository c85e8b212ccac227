import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { pageScene } from "./support/scene.ts";
import { expectWeekInAuditLog, WEEK } from "./support/week.ts";

describe("A week with the page and a mouse", IN_BROWSER, () => {
  const scene = pageScene();

  it("answers, looks up, corrects, replaces and takes back, all under the name of the person", async () => {
    const opened = await scene().open();
    const { page } = opened;
    await answerWhatWaits(page);
    const address = await lookSomethingUp(page);
    await correctIt(page);
    await showItToSomebody(opened.context.newPage(), address);
    await goBack(page);
    await sayHowAnotherWorkedOut(page);
    await replaceIt(page, address);
    await takeItBackAndRestoreIt(page);
    await seeItCounted(page);
    await seeItInTheGraph(page);
    await leave(page, address);
    // Whoever is signed out is told so by the server, and the browser writes that to its console.
    opened.allow(/status of 401/);
    await expectWeekInAuditLog(scene().home);
  });
});

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole("heading", { level: 1, name });

async function answerWhatWaits(page: Page): Promise<void> {
  const card = (text: string): Locator => page.locator("article", { hasText: text });
  await heading(page, "Today").waitFor();
  const pins = card(WEEK.pins);
  await pins.getByText("Add what was learned").click();
  await pins.getByLabel("What was learned").fill("Mondays are calm enough for it.");
  await pins.getByRole("button", { name: "It worked" }).click();
  await pins.waitFor({ state: "detached" });
  await button(page, "Undo").click();
  await pins.getByRole("button", { name: "Partly" }).click();
  await pins.waitFor({ state: "detached" });

  await card(WEEK.money).getByRole("button", { name: "Yes, keep it" }).click();
  await card(WEEK.uploads).getByRole("button", { name: /^No/ }).click();
  await card(WEEK.cache).getByRole("button", { name: "Reject" }).click();
  await page.locator(".toast", { hasText: "prop_cache" }).getByRole("button", { name: "Undo" }).click();
  await card(WEEK.cache).getByRole("button", { name: "Reject" }).click();
  await card("depends on").getByRole("button", { name: "Approve" }).click();
  // What cannot be taken back later is sent when its message is closed.
  const close = page.getByRole("button", { name: "Dismiss" });
  while ((await close.count()) > 0) await close.first().click();
}

async function lookSomethingUp(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Decisions", exact: true }).click();
  await page.getByLabel("Search", { exact: true }).pressSequentially("where do jobs wait", { delay: 15 });
  await page.locator(".found a", { hasText: WEEK.queue }).click();
  await heading(page, WEEK.queue).waitFor();
  return page.url();
}

async function correctIt(page: Page): Promise<void> {
  await button(page, "Edit").click();
  await page.getByLabel("Reasoning").fill("One thing less to run, and no lost jobs.");
  await button(page, "Save").click();
  await page.locator(".words").getByText("no lost jobs").waitFor();
}

async function showItToSomebody(tab: Promise<Page>, address: string): Promise<void> {
  const other = await tab;
  await other.goto(address);
  await other.locator(".words").getByText("no lost jobs").waitFor();
  await other.close();
}

async function goBack(page: Page): Promise<void> {
  await page.goBack();
  await page.locator(".found a", { hasText: WEEK.queue }).waitFor();
  await page.waitForURL(/q=where\+do\+jobs\+wait/);
}

async function sayHowAnotherWorkedOut(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Decisions", exact: true }).click();
  await page.locator(".row a", { hasText: WEEK.images }).click();
  await button(page, "Record an outcome").click();
  await page.getByLabel("worked", { exact: true }).check();
  await page.getByLabel("What was learned").fill("Pages weigh half as much.");
  await button(page, "Record").click();
  await page.locator(".history").getByText("Pages weigh half as much.").waitFor();
}

async function replaceIt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await button(page, "Replace").click();
  await page.getByLabel("What holds").fill(WEEK.replacement);
  await page.getByLabel("How sure are you").fill("70");
  await button(page, "Replace it").click();
  await heading(page, WEEK.replacement).waitFor();
  await page.locator(".relations").getByText(WEEK.queue).waitFor();
}

async function takeItBackAndRestoreIt(page: Page): Promise<void> {
  await button(page, "Retract").click();
  await button(page, "Retract it").click();
  await button(page, "Restore").click();
  await button(page, "Restore it").click();
  await page.locator("h1 + .lead").getByText("holds").waitFor();
}

/** Before the week, 52 outcomes were known; one was recorded on Today, and one on the page of a decision. */
async function seeItCounted(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Calibration", exact: true }).click();
  await page.getByText("35 of 54 outcomes worked").waitFor();
}

async function seeItInTheGraph(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Graph", exact: true }).click();
  await page.locator("canvas[data-drawn]").waitFor();
  await page.getByText("The same as a list").click();
  const line = page.locator(".graph-list ol > li", { hasText: WEEK.replacement }).first();
  await line.getByText(WEEK.queue).first().waitFor();
}

async function leave(page: Page, address: string): Promise<void> {
  await page.locator(".person summary").click();
  await button(page, "Sign out").click();
  await heading(page, "You are signed out").waitFor();
  await page.goto(address);
  await heading(page, "Please come in by a link").waitFor();
}
