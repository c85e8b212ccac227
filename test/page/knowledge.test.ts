import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { goTo } from "./support/open-view.ts";
import { exampleOnView, nothingOnView } from "./support/scene.ts";

describe("Skills and warnings", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("lead from what was learned to the decisions behind it, and back to the same place", async () => {
    const { page } = await scene().open();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    const works = page.getByRole("region", { name: "Keeps working" });
    await works
      .getByText(/decisions like this worked out/)
      .first()
      .waitFor();
    await page
      .getByRole("region", { name: "Keeps failing" })
      .getByText(/like this failed/)
      .waitFor();
    // What was learned may be learned anew just then, and another skill has the decisions.
    await expect
      .poll(async () => {
        await goTo(page, "/skills");
        await works.getByRole("heading", { level: 3 }).first().getByRole("link").click();
        await page.getByRole("heading", { name: "Learned from" }).waitFor();
        return page.locator(".skill-decisions a").count();
      })
      .toBeGreaterThan(0);
    await page.locator(".skill-decisions a").first().click();
    await expect.poll(() => page.url()).toContain("/decisions/dec_");
    await page.goBack();
    await page.getByRole("heading", { name: "Learned from" }).waitFor();
  });

  it("say what would be warned of, at an address that can be shared", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/skills?tab=warnings`);
    await page.getByLabel("Decision").fill("Keep customer tokens in localStorage");
    await page.getByLabel("Confidence").fill("95");
    await page.getByRole("button", { name: "Show the warnings" }).click();
    await page.locator(".warning").first().waitFor();
    await page.getByText("chosen before, and failed").first().waitFor();
    const address = page.url();
    expect(address).toContain("ask=Keep");
    await page.goto(address);
    await page.locator(".warning").first().waitFor();
    expect(await page.getByLabel("Decision").inputValue()).toBe("Keep customer tokens in localStorage");
  });
});

describe("Threats", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("are browsed by kind, severity and stack", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/threats`);
    await page.getByLabel("Kind").selectOption("injection");
    await page.getByLabel("Severity").selectOption("critical");
    await expect.poll(() => page.locator(".panel").count()).toBe(1);
    expect(page.url()).toContain("category=injection&severity=critical");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "The flaw" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.locator(".panel").count()).toBe(1);
  });

  it("are found by a task, and say that silence is no clearance", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/threats`);
    await page.locator(".threat-list a").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("let users upload a picture of themselves");
    await page.getByText("An uploaded file of any type is stored and served as it is").waitFor();
    await page.getByText("Other flaws may be there all the same.").waitFor();
    await page.getByLabel("What are you about to write?").fill("paint the wall");
    await page.getByText("That nothing was found is no clearance").waitFor();
    await page.getByText("records of other people").waitFor();
  });

  it("show code for the stack that is chosen, with the lines that differ", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/threats/mass-assignment`);
    await page.locator(".code-good").first().waitFor();
    expect(await page.locator(".code-bad").count()).toBeGreaterThan(0);
    await page.getByRole("link", { name: "CWE-915" }).waitFor();
  });
});

describe("Sessions", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("say what was told to which agent, and lead to it", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/sessions`);
    await page.getByRole("link", { name: /claude-code/ }).click();
    await page.getByText("did not work out").waitFor();
    await page.getByText("src/queue/store.ts").waitFor();
    await page.getByRole("link", { name: /Run the nightly stock import/ }).click();
    await expect.poll(() => page.url()).toContain("/decisions/dec_");
  });

  it("say where the work was left", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/sessions?tab=checkpoints`);
    await page.getByText("Two workers never take the same job").waitFor();
    await page.getByText("The price cache is emptied when a campaign starts.").first().click();
    await page.getByText("Write the test, then switch it on.").waitFor();
  });
});

describe("Views of an empty memory", IN_BROWSER, () => {
  const scene = nothingOnView();

  it("say what to do", async () => {
    const { page } = await scene().open();
    for (const [path, hint] of [
      ["/skills", "membria outcome ID success"],
      ["/skills?tab=warnings", "Nobody has asked yet"],
      ["/sessions", "membria install claude-code"],
      ["/sessions?tab=checkpoints", "No checkpoint is here yet"],
      ["/team", "membria team create"],
    ] as const) {
      await page.goto(`${scene().server.url}${path}`);
      await page.getByText(hint).waitFor();
    }
  });
});
