import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityProblems, problemsInBothColours } from "./support/axe.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { exampleOnView, nothingOnView } from "./support/scene.ts";
import { eachView } from "./support/views.ts";

const PHONE = { width: 375, height: 800 } as const;

async function expectNoBarrier(page: Page, problems = accessibilityProblems): Promise<void> {
  await eachView(page, async (view) => {
    expect(await problems(page), view).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(width, `${view} scrolls to the side`).toBeLessThanOrEqual(0);
  });
}

describe("Every view", IN_BROWSER, () => {
  const scene = exampleOnView();

  it("has no barrier on a phone, in light and in dark colours", async () => {
    const { page } = await scene().open(PHONE);
    await expectNoBarrier(page, problemsInBothColours);
  });

  it("takes the focus to its heading, and shows where it goes from there", async () => {
    const { page } = await scene().open();
    await eachView(page, async (view) => {
      if (view !== "/today")
        expect(await page.evaluate(() => document.activeElement?.tagName), view).toBe("H1");
      for (let stop = 0; stop < 8; stop++) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate(outlineOfFocus), view).toBe("visible");
      }
    });
  });

  it("does not move for who wants no motion", async () => {
    const { page } = await scene().open({ reducedMotion: "reduce" });
    await eachView(page, async (view) => {
      expect(await page.evaluate(movingElements), view).toEqual([]);
    });
  });
});

describe("Every view of an empty memory", IN_BROWSER, () => {
  const scene = nothingOnView();

  it.each([
    ["a wide window", "light", { width: 1280, height: 860 }],
    ["a phone", "dark", PHONE],
  ] as const)("has no barrier in %s, in %s colours", async (_, colorScheme, size) => {
    const { page } = await scene().open({ ...size, colorScheme });
    await expectNoBarrier(page);
  });
});

/** Runs in the browser. */
function outlineOfFocus(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return "visible";
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const isShown = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  return isShown ? "visible" : `none at ${element.outerHTML.slice(0, 120)}`;
}

/** Runs in the browser. */
function movingElements(): readonly string[] {
  const seconds = (times: string): number => Math.max(...times.split(",").map(Number.parseFloat));
  const moves = (element: Element): boolean => {
    const { transitionDuration, animationDuration, animationName, scrollBehavior } =
      getComputedStyle(element);
    const isAnimated = animationName !== "none" && seconds(animationDuration) > 0.01;
    return seconds(transitionDuration) > 0.01 || isAnimated || scrollBehavior === "smooth";
  };
  return [...document.querySelectorAll("*")].filter(moves).map((element) => element.outerHTML.slice(0, 120));
}
