import { describe, expect, it } from "vitest";
import { IN_BROWSER } from "./support/chromium.ts";
import { exampleOnView, nothingOnView } from "./support/scene.ts";

describe("Calibration on the page", IN_BROWSER, () => {
  const scene = exampleOnView();
  const at = async (path: string, options = {}) => {
    const opened = await scene().open(options);
    await opened.page.goto(`${scene().server.url}${path}`);
    await opened.page.locator(".verdict").waitFor();
    return opened;
  };

  it("says the counts before the rate, and what they mean", async () => {
    const { page } = await at("/calibration");
    const verdict = await page.locator(".verdict").innerText();
    expect(verdict).toMatch(/^33.5 of 52 outcomes worked/);
    expect(verdict).toContain("between 51% and 76%");
    expect(verdict).toContain("Confidence is too high");
  });

  it("draws each tenth with its interval and its count, and has the same as a table", async () => {
    const { page } = await at("/calibration");
    const figure = page.getByRole("region", { name: "Stated and observed" });
    expect(await figure.locator("svg[role=img] .bin .whisker").count()).toBe(5);
    expect(await figure.getByRole("img").getAttribute("aria-label")).toContain(
      "Stated 92%: 2 of 9 worked, between 7% and 56%.",
    );
    await figure.getByRole("button", { name: "Table" }).click();
    expect(new URL(page.url()).searchParams.get("table")).toBe("reliability");
    const rows = await figure.getByRole("row").allInnerTexts();
    expect(rows).toHaveLength(6);
    expect(rows.at(-1)?.split("\t").slice(0, 3)).toEqual(["90%–100%", "9", "2"]);
    await page.reload();
    await page.getByRole("columnheader", { name: "Recommended" }).waitFor();
  });

  it("is narrowed by domain, author and time, which the address keeps", async () => {
    const { page } = await at("/calibration");
    await page.getByLabel("Domain").selectOption("backend");
    await page.getByText("4 of 6 outcomes worked").waitFor();
    await page.getByLabel("Decided by").selectOption({ label: "agent of ana" });
    await page.getByText("3 of 5 outcomes worked").waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("domain")).toBe("backend");
    expect(searchParams.get("author")).toBe("agent:ana");
    await page.getByLabel("Outcomes of").selectOption("day");
    await page.getByText("No outcome fits").waitFor();
    await page.goBack();
    await page.getByText("3 of 5 outcomes worked").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText("33.5 of 52 outcomes worked").waitFor();
    await page.getByRole("link", { name: "database" }).click();
    await page.getByText("2 of 4 outcomes worked").waitFor();
  });

  it("says what ten more outcomes would change", async () => {
    const { page } = await at("/calibration");
    const more = await page.getByRole("region", { name: "What 10 more outcomes would change" }).innerText();
    expect(more).toMatch(/is 25 points wide now. It would be about 23 points wide/);
    expect(more).toMatch(/Confidence is too high if at most 9 of 10 work \(probability 98%\)/);
  });

  it("copies a diagram as CSV, SVG and PNG", async () => {
    const { page, context } = await at("/calibration");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const figure = page.getByRole("region", { name: "Success over time" });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await figure.getByRole("button", { name: "CSV" }).click();
    await page.getByText("Copied as CSV.").waitFor();
    const lines = (await copied()).trimEnd().split(/\r?\n/);
    expect(lines[0]).toBe("From,Outcomes,Worked,Mean stated,Rate,95% interval");
    expect(lines.length).toBeGreaterThan(5);
    await figure.getByRole("button", { name: "SVG" }).click();
    await page.getByText("Copied as SVG.").waitFor();
    const svg = await copied();
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    // It carries its colours itself, and none of the page's classes.
    expect(svg).toMatch(/stroke="rgb\(/);
    expect(svg).not.toContain("class=");
    await figure.getByRole("button", { name: "PNG" }).click();
    await page.getByText("Copied as PNG.").waitFor();
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap((await item?.getType("image/png")) as Blob);
      return [picture.width, picture.height];
    });
    expect(size[0]).toBeGreaterThan(1_000);
    expect(size[1]).toBe(600);
  });
});

describe("Calibration without outcomes", IN_BROWSER, () => {
  const scene = nothingOnView();

  it("says what to do", async () => {
    const { page } = await scene().open();
    await page.goto(`${scene().server.url}/calibration`);
    await page.getByText("No outcome is known yet").waitFor();
    await page.getByRole("link", { name: "Decisions without an outcome" }).click();
    expect(new URL(page.url()).search).toContain("outcome=none");
  });
});
