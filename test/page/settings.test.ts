import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityProblems } from "./support/axe.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { exampleOnView, pageScene } from "./support/scene.ts";

const SECRET = /^mbr_[a-z0-9]+_[\w-]{43}$/;
const dialog = (page: Page) => page.getByRole("dialog");

describe("Keys", IN_BROWSER, () => {
  const scene = pageScene();
  const openKeys = async () => {
    const opened = await scene().open();
    await opened.page.goto(`${scene().server.url}/keys`);
    await opened.page.locator(".key-line").first().waitFor();
    return opened;
  };
  const make = async (page: Page, name: string): Promise<string> => {
    await page.keyboard.press("c");
    await dialog(page).getByLabel("Name").fill(name);
    await dialog(page).getByRole("button", { name: "Make the key" }).click();
    const shown = dialog(page).locator(".command").first();
    await dialog(page).getByText("The secret, shown this once").waitFor();
    return (await shown.textContent()) ?? "";
  };

  it("are made by the keyboard, and the secret is gone with its window", async () => {
    const { page } = await openKeys();
    const secret = await make(page, "Build server");
    expect(secret).toMatch(SECRET);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.locator(".key-line", { hasText: "Build server" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await page.locator(".key-line", { hasText: "Build server" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const answer = await fetch(`${scene().server.url}/metrics`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(200);
  });

  it("get another secret, and end", async () => {
    const { page } = await openKeys();
    const secret = await make(page, "Second");
    await page.keyboard.press("Escape");
    const line = page.locator(".key-line", { hasText: "Second" });
    await line.getByRole("button", { name: "New secret" }).click();
    await dialog(page).getByRole("button", { name: "New secret" }).click();
    await dialog(page).getByText("The secret, shown this once").waitFor();
    const next = (await dialog(page).locator(".command").first().textContent()) ?? "";
    expect(next).toMatch(SECRET);
    expect(next).not.toBe(secret);
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await line.getByRole("button", { name: "Revoke" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Revoke it" }).click();
    await line.getByText("revoked").waitFor();
    expect(await line.getByRole("button").count()).toBe(0);
  });

  it("that the page was opened with says so, and revoking it signs out", async () => {
    const { id } = (await scene().server.run(["keys", "create", "--name", "Zoe", "--role", "admin"])) as {
      id: string;
    };
    const { page, troubles } = await scene().open({ key: id });
    await page.goto(`${scene().server.url}/keys`);
    const own = page.locator(".key-line", { hasText: "this page" });
    await own.getByRole("button", { name: "Revoke" }).click();
    await dialog(page).getByText("you will be signed out").waitFor();
    await dialog(page).getByRole("button", { name: "Revoke it and sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Please come in by a link" }).waitFor();
    // The browser reports the refusal that is wanted here.
    expect(troubles.splice(0).every((text) => text.includes("401"))).toBe(true);
  });

  it("and the log are not shown to who is no admin, who is told what to do", async () => {
    const { id } = (await scene().server.run(["keys", "create", "--name", "Vic", "--role", "viewer"])) as {
      id: string;
    };
    const { page } = await scene().open({ key: id });
    for (const path of ["/keys", "/audit"]) {
      await page.goto(`${scene().server.url}${path}`);
      await page.getByText("Your key has the role viewer.").waitFor();
      expect(await page.getByRole("button", { name: "New key" }).count()).toBe(0);
    }
    await page.goto(`${scene().server.url}/health`);
    await page.getByText("The checks look at the whole memory").waitFor();
    await page.getByRole("heading", { name: "Use" }).waitFor();
    expect(await page.getByRole("heading", { name: "Server" }).count()).toBe(0);
  });
});

describe("The audit log", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("is filtered and paged in the address, and shows one entry with its change", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/audit`);
    await page.getByText(/^Unbroken: \d+ entries were checked\.$/).waitFor();
    await page.getByLabel("Action").selectOption("outcome.recorded");
    await expect.poll(() => new URL(page.url()).searchParams.get("action")).toBe("outcome.recorded");
    const actions = page.locator(".audit-action");
    await expect
      .poll(async () => new Set(await actions.allTextContents()))
      .toEqual(new Set(["outcome.recorded"]));
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByRole("link", { name: /^Older/ }).click();
    await page.getByRole("link", { name: "Back to the newest" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Back to the newest" }).waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("What was written").waitFor();
    const address = page.url();
    expect(address).toContain("entry=");
    await page.goto(address);
    await dialog(page).getByText("What was written").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(page.url()).not.toContain("entry=");
  });

  it("shows text of the memory as text", async () => {
    const { page } = await scene().open();
    const id = [...scene().ids.values()][0] as string;
    await page.goto(`${scene().server.url}/audit?record=${id}`);
    await page.locator(".audit-line").first().waitFor();
    expect(new Set(await page.locator(".audit-action").allTextContents())).toContain("decision.captured");
    await page.locator(".audit-line").first().click();
    await dialog(page).locator(".scrolling").first().waitFor();
    expect(await page.evaluate(() => document.querySelector("dialog script, dialog img"))).toBeNull();
  });
});

describe("Health and the team", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("says that everything is fine, with copies and figures", async () => {
    await scene().server.run(["backup"]);
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/health`);
    await page.getByText("Everything is fine.").waitFor();
    await page.getByText(/^\d+ cop(y|ies), the newest/).waitFor();
    await page.getByText(/decisions in 1 project/).waitFor();
    await page.getByText("Copies of the memory").click();
    await page.getByText("by hand", { exact: true }).first().waitFor();
  });

  it("says how a team begins where there is none", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/team`);
    await page.getByText("membria team create redis://HOST:6379").waitFor();
  });
});
