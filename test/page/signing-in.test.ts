import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { openView } from "./support/open-view.ts";
import { pageScene } from "./support/scene.ts";

const REFUSED = /the server responded with a status of 40[13]/;

describe("Getting in to the page", IN_BROWSER, () => {
  const scene = pageScene();

  it("signs in by the link, and takes the ticket out of the address", async () => {
    const { page } = await scene().open();
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    expect(page.url()).toBe(`${scene().server.url}/`);
    expect(await page.title()).toBe("Today · Membria");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
  });

  it("says what to do where nobody is signed in", async () => {
    const { page, troubles } = await openView(scene().browser, `${scene().server.url}/decisions`);
    await page.getByRole("heading", { name: "Please come in by a link" }).waitFor();
    expect(await page.locator("main").textContent()).toContain("membria open");
    expect(troubles.splice(0).every((text) => REFUSED.test(text))).toBe(true);
  });

  it("says that a link was used already, and ends what it had opened: one of the two has stolen it", async () => {
    const link = await scene().server.link();
    const first = await openView(scene().browser, link);
    const second = await openView(scene().browser, link);
    await second.page.getByRole("heading", { name: "This link was used or is too old" }).waitFor();
    await first.page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    const told = [...first.troubles.splice(0), ...second.troubles.splice(0)];
    expect(told.every((text) => REFUSED.test(text))).toBe(true);
  });

  it("signs out, and the session is over for other windows, too", async () => {
    const { page, context, troubles } = await scene().open();
    const other = await context.newPage();
    await other.goto(`${scene().server.url}/decisions`);
    await other.getByText(/^\d+ decisions$/).waitFor();
    await page.locator(".person summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Please come in by a link" }).waitFor();
    troubles.splice(0);
  });
});

describe("A page of a server that asks for no key", IN_BROWSER, () => {
  const scene = pageScene(undefined, "--insecure-no-auth");

  it("only reads", async () => {
    const { page } = await openView(scene().browser, scene().server.url);
    await page.locator(".notice", { hasText: "this page only reads" }).waitFor();
    await page.getByText("Was this decided?").first().waitFor();
    expect(await page.getByRole("button", { name: "Yes, keep it" }).count()).toBe(0);
  });
});
