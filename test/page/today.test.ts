import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { nothingOnView, pageScene } from "./support/scene.ts";

const card = (page: Page, id: string) => page.locator(`[data-item="${id}"]`);
const toast = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text });

describe("Today", IN_BROWSER, () => {
  const scene = pageScene();
  const openToday = async () => {
    const opened = await scene().open();
    await opened.page.locator(".queue article").first().waitFor();
    return opened;
  };
  const listed = async () =>
    (await scene().server.run(["review"])) as {
      decisions: { candidate_id: string }[];
      links: { link_id: string }[];
    };

  it("keeps what was decided by a click, and puts it back by Undo", async () => {
    const { page } = await openToday();
    await card(page, "cand_upload").getByRole("button", { name: "Yes, keep it" }).click();
    await card(page, "cand_upload").waitFor({ state: "detached" });
    await toast(page, "Recorded as dec_").getByRole("button", { name: "Undo" }).click();
    await card(page, "cand_upload").waitFor();
    await toast(page, "waits again").waitFor();
  });

  it("is gone through by keys, and the focus goes on to the next", async () => {
    const { page } = await openToday();
    await page.keyboard.press("s");
    await page.keyboard.press("y");
    await toast(page, "Recorded as dec_").waitFor();
    await card(page, "cand_money").waitFor({ state: "detached" });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-item"));
    expect(await focused()).toBe("cand_stand");
    await page.keyboard.press("n");
    await toast(page, "cand_stand is dropped").waitFor();
    await page.keyboard.press("u");
    await card(page, "cand_stand").waitFor();
  });

  it("takes other words for what was decided", async () => {
    const { page } = await openToday();
    await card(page, "cand_upload").getByRole("button", { name: "In other words" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Put uploads into a private bucket");
    await page.getByRole("dialog").getByRole("button", { name: "Yes, keep it" }).click();
    await toast(page, "Recorded as dec_").waitFor();
    const { decisions } = (await scene().server.run(["list", "--limit", "1"])) as {
      decisions: { statement: string }[];
    };
    expect(decisions[0]?.statement).toBe("Put uploads into a private bucket");
  });

  it("records how something worked out with what was learned", async () => {
    const { page } = await openToday();
    const item = page.locator("article", { hasText: "Send e-mails from a queue" });
    await item.getByText("Add what was learned").click();
    await item.getByLabel("What was learned").fill("An hour is too long for a password.");
    await item.getByRole("button", { name: "Partly" }).click();
    await toast(page, "is recorded: partial").waitFor();
    const id = scene().ids.get("Send e-mails from a queue with one retry an hour") as string;
    const shown = (await scene().server.run(["show", id])) as object;
    expect(JSON.stringify(shown)).toContain("An hour is too long for a password.");
  });

  it("sends what the memory cannot take back only after the time to take it back", async () => {
    const { page } = await openToday();
    const item = page.locator("article", { hasText: "A job is written in the same transaction" });
    const id = (await item.getAttribute("data-item")) as string;
    const isOpen = async () => (await listed()).links.some(({ link_id }) => link_id === id);
    await item.getByRole("button", { name: "Approve" }).click();
    await item.waitFor({ state: "detached" });
    expect(await isOpen()).toBe(true);
    await toast(page, "is approved").getByRole("button", { name: "Undo" }).click();
    await item.getByRole("button", { name: "Approve" }).click();
    await toast(page, "is approved").getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(isOpen).toBe(false);
  });

  it("sends it also when the page is left before", async () => {
    const { page } = await openToday();
    const item = page.locator("article", { hasText: "One wants to be rid of Redis" });
    const id = (await item.getAttribute("data-item")) as string;
    await item.getByRole("button", { name: "Reject" }).click();
    await page.goto("about:blank");
    await expect.poll(async () => (await listed()).links.some(({ link_id }) => link_id === id)).toBe(false);
  });

  it("shows what contradicts each other and both holds, until one of them is gone", async () => {
    const { page } = await openToday();
    const { server, ids } = scene();
    const [one, other] = [
      "Keep sessions in Redis for an hour after the last request",
      "Store times in UTC and show them in the time zone of the customer",
    ].map((name) => ids.get(name) as string);
    const { data } = (await server.run([
      "links",
      "propose",
      one as string,
      "contradicts",
      other as string,
      "--reason",
      "They do.",
    ])) as { data: { link_id: string } };
    await server.run(["links", "approve", data.link_id]);
    await page.locator(".conflicts", { hasText: "They do." }).waitFor();
    await server.run(["retract", other as string]);
    await page.locator(".conflicts", { hasText: "They do." }).waitFor({ state: "detached" });
  });

  it("counts in the navigation what waits", async () => {
    const { page } = await openToday();
    const before = Number.parseInt((await page.locator(".badge").textContent()) ?? "", 10);
    await page
      .locator("article", { hasText: "Pin dependencies" })
      .getByRole("button", { name: "It worked" })
      .click();
    await expect
      .poll(async () => Number.parseInt((await page.locator(".badge").textContent()) ?? "", 10))
      .toBe(before - 1);
  });
});

describe("Today without anything to do", IN_BROWSER, () => {
  const scene = nothingOnView();

  it("says what to do", async () => {
    const { page } = await scene().open();
    await page.getByText("Nothing waits for you", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Decisions without an outcome" }).click();
    await page.getByText("No decision fits").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText("No decision is here yet").waitFor();
  });
});
