import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What a person with a screen reader, a keyboard or weak eyes would stumble over, one line each. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, which the policy of the page does not concern.
  const isLoaded = await page.evaluate(() => "axe" in window);
  if (!isLoaded) await page.evaluate(await readAxe());
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (where: Document, options: object) => Promise<AxeResults> };
    };
    return axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    });
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}

async function readAxe(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(axeFile, "utf8");
}
