import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { pageScene } from "./support/scene.ts";

describe("One decision", IN_BROWSER, () => {
  const scene = pageScene();
  const openDecision = async (statement: string) => {
    const opened = await scene().open();
    const id = scene().ids.get(statement) as string;
    await opened.page.goto(`${scene().server.url}/decisions/${id}`);
    await opened.page.getByRole("heading", { level: 1, name: statement }).waitFor();
    return { ...opened, id };
  };
  const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const dialog = (page: Page) => page.getByRole("dialog");
  const toast = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text });

  it("shows everything that is known of it", async () => {
    const { page } = await openDecision("Keep orders in PostgreSQL with a table for lines");
    const text = (await page.locator("main").textContent()) ?? "";
    for (const part of [
      "Refunds need a transaction",
      "Event sourcing",
      "Orders stay below fifty million rows",
      "The migration has to run while the shop is open.",
      "Reports read from a replica.",
      "It replaced",
      "Keep orders in MongoDB, one document each",
      "Refunds are consistent, and reports got simpler.",
      "All checks passed.",
      "Audit log",
    ]) {
      expect(text).toContain(part);
    }
    const link = page.getByRole("link", { name: "open link (status.example.org)" });
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    await page.getByRole("link", { name: "Keep orders in MongoDB" }).first().click();
    await page.getByText("It was replaced by").waitFor();
  });

  it("gets other words, and its own again by Undo", async () => {
    const { page } = await openDecision("Send e-mails from a queue with one retry an hour");
    await page.keyboard.press("e");
    await dialog(page).getByLabel("What holds").fill("Send e-mails from a queue with one retry a day");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "one retry a day" }).waitFor();
    await toast(page, "has new words: statement").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { level: 1, name: "one retry an hour" }).waitFor();
  });

  it("says why an edit is refused, and keeps what was typed", async () => {
    const { page, troubles } = await openDecision("Send e-mails from a queue with one retry an hour");
    await act(page, "Edit");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(troubles.splice(0).join()).toMatch(/status of 4/);
  });

  it("is retracted, and restored by Undo and by its page", async () => {
    const { page } = await openDecision("Pin dependencies exactly and update them every Monday");
    await act(page, "Retract");
    await dialog(page).getByLabel("Why").fill("We use a bot now.");
    await dialog(page).getByRole("button", { name: "Retract it" }).click();
    await page.locator(".page-head .mark", { hasText: "withdrawn" }).waitFor();
    await page.keyboard.press("u");
    await page.locator(".page-head .mark", { hasText: "holds" }).waitFor();
    await act(page, "Retract");
    await dialog(page).getByRole("button", { name: "Retract it" }).click();
    await act(page, "Restore");
    await dialog(page).getByRole("button", { name: "Restore it" }).click();
    await page.locator(".page-head .mark", { hasText: "holds" }).waitFor();
  });

  it("gets an outcome, which can be taken back", async () => {
    const { page } = await openDecision("Use feature switches from the database, read every ten seconds");
    await act(page, "Record an outcome");
    await dialog(page).getByLabel("partly worked").check();
    await dialog(page).getByLabel("What was learned").fill("Ten seconds are too long for an incident.");
    await dialog(page).getByRole("button", { name: "Record" }).click();
    await page.locator(".page-head .mark", { hasText: "partly worked" }).waitFor();
    await page.getByText("Ten seconds are too long for an incident.").waitFor();
    await toast(page, "is recorded: partial").getByRole("button", { name: "Undo" }).click();
    await page.locator(".page-head .mark", { hasText: "no outcome yet" }).waitFor();
  });

  it("is linked with another one that is found by its words", async () => {
    const { page } = await openDecision("Compress product images as AVIF with a fallback to JPEG");
    await page.keyboard.press("l");
    await dialog(page).getByLabel("depends on").check();
    await dialog(page).getByLabel("The other decision").fill("render the catalogue on the server");
    await dialog(page).getByRole("button", { name: "Render the catalogue" }).click();
    await dialog(page).getByLabel("Why").fill("The server chooses the format.");
    await dialog(page).getByRole("button", { name: "Link them" }).click();
    await page.locator(".relations", { hasText: "The server chooses the format." }).waitFor();
  });

  it("is replaced by a new one, which is shown then", async () => {
    const { page, id } = await openDecision("Show stock as 'few left' below five instead of a number");
    await act(page, "Replace");
    await dialog(page).getByLabel("What holds").fill("Show the number of what is left below five");
    await dialog(page).getByLabel("How sure are you").fill("60");
    await dialog(page).getByRole("button", { name: "Replace it" }).click();
    await page.getByRole("heading", { level: 1, name: "Show the number" }).waitFor();
    await page.locator(".relations", { hasText: "It replaced" }).waitFor();
    expect(await page.locator(".facts").textContent()).toContain("60%");
    const { standing } = (await scene().server.run(["show", id])) as { standing: string };
    expect(standing).toBe("superseded");
  });

  it("says so where there is none, or it belongs to another project", async () => {
    const { page, troubles } = await scene().open();
    await page.goto(`${scene().server.url}/decisions/dec_nowhere`);
    await page.getByRole("alert").waitFor();
    expect(troubles.splice(0).join()).toMatch(/status of 404/);
  });

  it("can only be read with the key of a viewer", async () => {
    const key = (await scene().server.run(["keys", "create", "--name", "Ben", "--role", "viewer"])) as {
      key: { id: string };
      id?: string;
    };
    const { page } = await scene().open({ key: key.id ?? key.key.id });
    await page.goto(`${scene().server.url}/decisions/${[...scene().ids.values()][0]}`);
    await page.getByRole("heading", { level: 2, name: "History" }).waitFor();
    expect(await page.locator(".actions button").count()).toBe(0);
    expect(await page.getByText("Audit log").count()).toBe(0);
  });
});
