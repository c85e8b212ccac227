import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** All rules, and those whose answer depends on the colours. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RULES_OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What a person with a screen reader, a keyboard or weak eyes would stumble over, one line each. */
export async function accessibilityProblems(page: Page, rules: object = RULES): Promise<readonly string[]> {
  // Evaluated by the debugger, which the policy of the page does not concern.
  const isLoaded = await page.evaluate(() => "axe" in window);
  if (!isLoaded) await page.evaluate(await readAxe());
  const results = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run: (where: Document, options: object) => Promise<AxeResults> };
    };
    return axe.run(document, { runOnly, resultTypes: ["violations"] });
  }, rules);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}

/** The same with light colours and with dark ones, between which a window changes while it is open. */
export async function problemsInBothColours(page: Page): Promise<readonly string[]> {
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await accessibilityProblems(page, RULES_OF_COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light.map((problem) => `light: ${problem}`), ...dark.map((problem) => `dark: ${problem}`)];
}

async function readAxe(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(axeFile, "utf8");
}
