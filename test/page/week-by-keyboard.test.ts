import type { Locator, Page } from "playwright-core";
import { describe, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { type Keyboard, keyboardOf } from "./support/keyboard.ts";
import { pageScene } from "./support/scene.ts";
import { expectWeekInAuditLog, WEEK } from "./support/week.ts";

describe("A week with the page and a keyboard", IN_BROWSER, () => {
  const scene = pageScene();

  it("answers, looks up, corrects, replaces and takes back, all under the name of the person", async () => {
    const { page } = await scene().open();
    const keys = keyboardOf(page);
    await answerWhatWaits(page, keys);
    await lookSomethingUp(page, keys);
    await correctIt(page, keys);
    await sayHowAnotherWorkedOut(page, keys);
    await replaceIt(page, keys);
    await takeItBackAndRestoreIt(page, keys);
    await seeItCounted(page, keys);
    await seeItInTheGraph(page, keys);
    await leave(page, keys);
    await expectWeekInAuditLog(scene().home);
  });
});

const heading = (page: Page, name: string): Locator => page.getByRole("heading", { level: 1, name });

async function answerWhatWaits(page: Page, keys: Keyboard): Promise<void> {
  const card = (text: string): Locator => page.locator("article", { hasText: text });
  const answer = async (text: string, key: string): Promise<void> => {
    await keys.rowWith(text);
    await keys.press(key);
    await card(text).waitFor({ state: "detached" });
  };
  await card(WEEK.pins).waitFor();
  await keys.rowWith(WEEK.pins);
  await keys.tabTo("Add what was learned");
  await keys.press("Enter");
  await keys.tabTo(/^What was learned/);
  await keys.type("Mondays are calm enough for it.");
  await keys.tabTo(/^It worked/);
  await keys.press("Enter");
  await card(WEEK.pins).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await keys.press("u");
  await card(WEEK.pins).waitFor();
  await answer(WEEK.pins, "p");
  await answer(WEEK.money, "y");
  await answer(WEEK.uploads, "n");
  // The message of what was answered last is the one that `u` takes back.
  await page.locator(".toast", { hasText: "cand_upload" }).waitFor();
  await answer(WEEK.cache, "n");
  await keys.press("u");
  await card(WEEK.cache).waitFor();
  await answer(WEEK.cache, "n");
  await answer("depends on", "y");
  // What cannot be taken back later is sent when its message is closed.
  while ((await page.getByRole("button", { name: "Dismiss" }).count()) > 0) {
    await keys.tabTo("Dismiss");
    await keys.press("Enter");
  }
}

async function lookSomethingUp(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("g", "d");
  await page.locator(".row").first().waitFor();
  await keys.press("/");
  await keys.type("where do jobs wait");
  await page.locator(".found a", { hasText: WEEK.queue }).waitFor();
  await keys.tabTo(new RegExp(WEEK.queue));
  await keys.press("Enter");
  await heading(page, WEEK.queue).waitFor();
}

async function correctIt(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("e");
  await keys.tabTo("Reasoning");
  await keys.retype("One thing less to run, and no lost jobs.");
  await keys.tabTo("Save");
  await keys.press("Enter");
  await page.locator(".words").getByText("no lost jobs").waitFor();
}

async function sayHowAnotherWorkedOut(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("g", "d");
  await page.locator(".row a", { hasText: WEEK.images }).waitFor();
  await keys.rowWith(WEEK.images);
  await keys.press("Enter");
  await heading(page, WEEK.images).waitFor();
  await keys.press("o");
  await keys.tabTo("What was learned");
  await keys.type("Pages weigh half as much.");
  await keys.tabTo("Record");
  await keys.press("Enter");
  await page.locator(".history").getByText("Pages weigh half as much.").waitFor();
}

async function replaceIt(page: Page, keys: Keyboard): Promise<void> {
  await page.goBack();
  await page.locator(".row a", { hasText: WEEK.queue }).waitFor();
  await keys.rowWith(WEEK.queue);
  await keys.press("Enter");
  await heading(page, WEEK.queue).waitFor();
  await keys.tabTo("Replace");
  await keys.press("Enter");
  await keys.tabTo("What holds");
  await keys.type(WEEK.replacement);
  await keys.tabTo("Replace it");
  await keys.press("Enter");
  await heading(page, WEEK.replacement).waitFor();
}

async function takeItBackAndRestoreIt(page: Page, keys: Keyboard): Promise<void> {
  for (const name of ["Retract", "Retract it", "Restore", "Restore it"]) {
    await page.getByRole("button", { name, exact: true }).waitFor();
    await keys.tabTo(name);
    await keys.press("Enter");
  }
  await page.locator("h1 + .lead").getByText("holds").waitFor();
}

/** Before the week, 52 outcomes were known; one was recorded on Today, and one on the page of a decision. */
async function seeItCounted(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("g", "c");
  await page.getByText("35 of 54 outcomes worked").waitFor();
}

async function seeItInTheGraph(page: Page, keys: Keyboard): Promise<void> {
  await keys.press("g", "g");
  await page.locator("canvas[data-drawn]").waitFor();
  await keys.tabTo(/^The same as a list/);
  await keys.press("Enter");
  const line = page.locator(".graph-list ol > li", { hasText: WEEK.replacement }).first();
  await line.getByText(WEEK.queue).first().waitFor();
}

async function leave(page: Page, keys: Keyboard): Promise<void> {
  await keys.tabTo("ana");
  await keys.press("Enter");
  await keys.tabTo("Sign out");
  await keys.press("Enter");
  await heading(page, "You are signed out").waitFor();
}
