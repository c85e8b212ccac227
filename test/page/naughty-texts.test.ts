import { describe, expect, it } from "vitest";
import { captureDecision } from "../../src/app/decisions/capture-decision.ts";
import { perform } from "../../src/app/shared/operation.ts";
import { hasBrowser } from "./support/chromium.ts";
import { writeMemory } from "./support/example-deps.ts";
import { NAUGHTY_TEXTS } from "./support/naughty-texts.ts";
import { pageScene } from "./support/scene.ts";

const IN_ONE = 50;
const blocks = Array.from({ length: NAUGHTY_TEXTS.length / IN_ONE }, (_, i) =>
  NAUGHTY_TEXTS.slice(i * IN_ONE, (i + 1) * IN_ONE),
);

/** The ids of decisions that consist of such texts, by number. */
const seed = (home: string) =>
  writeMemory(home, async (deps) => {
    const ids = new Map<string, string>();
    for (const [i, texts] of blocks.entries()) {
      const { decision } = await perform(
        captureDecision,
        {
          statement: `${i}: ${texts.slice(0, 5).join(" ")}`,
          reasoning: texts.join("\n"),
          alternatives: texts.slice(0, 20),
          topic: texts[0],
          confidenceStated: false,
        },
        deps,
        deps.callBy(),
      );
      ids.set(String(i), decision.id);
    }
    return ids;
  });

describe.skipIf(!hasBrowser)("Texts that look like parts of a page", () => {
  const scene = pageScene(seed);

  it("are 500, and all of them show as text", async () => {
    expect(NAUGHTY_TEXTS).toHaveLength(500);
    const { page } = await scene().open();
    page.on("dialog", () => expect.unreachable("A text of the memory ran as a script."));
    for (const [i, id] of scene().ids) {
      const stored = (await scene().server.run(["show", id])) as { statement: string; reasoning: string };
      await page.goto(`${scene().server.url}/decisions/${id}`);
      await page.locator(".words .stored-lines").first().waitFor();
      const shown = await page.evaluate(() => {
        const text = (selector: string): string => {
          const copy = document.querySelector(selector)?.cloneNode(true) as Element;
          for (const link of copy.querySelectorAll(".open-link")) link.remove();
          return copy.textContent ?? "";
        };
        const within = [...document.querySelectorAll(".stored *")];
        return {
          statement: text("h1"),
          reasoning: text(".words .stored-lines"),
          elements: [...new Set(within.map((element) => `${element.tagName} ${element.className}`))],
          links: [...document.querySelectorAll<HTMLAnchorElement>(".open-link")].map(
            ({ protocol }) => protocol,
          ),
        };
      });
      const plain = (text: string): string => text.replace(/\s+/g, "");
      expect(plain(shown.statement), i).toBe(plain(stored.statement));
      expect(plain(shown.reasoning), i).toBe(plain(stored.reasoning));
      expect(
        shown.elements.filter((name) => !["SPAN ", "A open-link"].includes(name)),
        i,
      ).toEqual([]);
      expect(
        shown.links.every((protocol) => ["http:", "https:"].includes(protocol)),
        i,
      ).toBe(true);
    }
    await page.goto(`${scene().server.url}/decisions`);
    await page.locator(".virtual .row a").first().waitFor();
    expect(await page.locator(".virtual .row").count()).toBe(blocks.length);
    expect(await page.title()).toBe("Decisions · Membria");
  });
});
