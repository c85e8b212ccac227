import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import { publicFile, setsOf } from "../support/public-data.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { seedNaughty } from "./support/naughty-memory.ts";
import { naughtyStrings } from "./support/naughty-strings.ts";
import type { Scene } from "./support/open-scene.ts";
import { goTo } from "./support/open-view.ts";
import { pageScene } from "./support/scene.ts";
import { eachView } from "./support/views.ts";

const LIST = publicFile("inputs/blns.json");
const LONG_LIST = LIST && (JSON.parse(readFileSync(LIST, "utf8")) as string[]);

describe.each(setsOf(naughtyStrings(), LONG_LIST, "naughty strings"))(
  "What is stored is shown as text, with $name",
  IN_BROWSER,
  ({ items }) => {
    let decisions: readonly Decision[] = [];
    const scene = pageScene(async (home) => {
      decisions = await seedNaughty(home, items);
      return new Map();
    });

    it("character by character, in every part of a decision", async () => {
      const page = await openWatched(scene());
      for (const decision of decisions) {
        await goTo(page, `/decisions/${decision.id}`);
        await page.locator("code", { hasText: decision.id }).waitFor();
        expect(await partsShown(page)).toEqual(partsOf(decision));
        expect(await page.title()).toBe(asTitle(`${decision.statement} · Membria`));
        expect(await elementsInText(page)).toEqual([]);
      }
    });

    it("in the list and among what was found", async () => {
      const page = await openWatched(scene());
      await goTo(page, "/decisions");
      await page.locator(".row a").first().waitFor();
      const statements = await page
        .locator(".row .line-statement bdi")
        .evaluateAll((all) => all.map((one) => one.textContent));
      expect(statements).toEqual(decisions.toReversed().map(({ statement }) => statement));
      await goTo(page, "/decisions?q=keep");
      await page.locator(".found a").first().waitFor();
      expect(await elementsInText(page)).toEqual([]);
    });

    it("in every view", async () => {
      const page = await openWatched(scene());
      await eachView(page, async (view) => {
        expect(await elementsInText(page), view).toEqual([]);
      });
    });
  },
);

/** A window in which nothing may open a dialog or ask another host. */
async function openWatched(scene: Scene): Promise<Page> {
  const { page, troubles } = await scene.open();
  page.on("dialog", (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== scene.server.url) troubles.push(`a request to ${request.url()}`);
  });
  return page;
}

const HEADINGS = { Alternatives: "alternatives", Risks: "risks", Consequences: "consequences" } as const;

/** The texts of a decision as they are stored. */
function partsOf(decision: Decision): Record<string, unknown> {
  return {
    statement: decision.statement,
    reasoning: decision.reasoning,
    topic: decision.topic,
    // The same assumption twice is one that can be judged.
    assumptions: [...new Set(decision.assumptions)],
    notes: decision.notes.map(({ text }) => text),
    source: decision.source,
    ...Object.fromEntries(Object.values(HEADINGS).map((name) => [name, decision[name]])),
  };
}

/** The same texts as the document has them, without the links that the page adds beside addresses. */
function partsShown(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate((headings) => {
    const textOf = (element: Element | null | undefined): string | undefined => {
      const copy = element?.cloneNode(true) as Element | undefined;
      for (const link of copy?.querySelectorAll(".open-link") ?? []) {
        link.previousSibling?.remove();
        link.remove();
      }
      return copy?.textContent ?? undefined;
    };
    const words = document.querySelector(".words");
    const under = (heading: string): (string | undefined)[] => {
      const title = [...(words?.querySelectorAll("h3") ?? [])].find((one) => one.textContent === heading);
      return [...(title?.nextElementSibling?.querySelectorAll("bdi.stored") ?? [])].map(textOf);
    };
    const fact = (name: string): string | undefined =>
      textOf(
        [...document.querySelectorAll(".facts dt")].find((one) => one.textContent === name)
          ?.nextElementSibling,
      );
    return {
      statement: textOf(document.querySelector("h1 bdi")),
      reasoning: textOf(words?.querySelector("h2 + bdi")),
      topic: fact("Topic"),
      assumptions: under("Assumptions"),
      notes: under("Notes"),
      source: textOf(words?.querySelector("blockquote bdi")),
      ...Object.fromEntries(Object.entries(headings).map(([title, name]) => [name, under(title)])),
    };
  }, HEADINGS);
}

/** What the document has that no part of the page makes. */
function elementsInText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const inText = document.querySelectorAll("bdi.stored :not(span, a.open-link)");
    const foreign = document.querySelectorAll(
      "body :is(script, style, iframe, object, embed, img, video, base, form[action])",
    );
    const links = [...document.querySelectorAll("a")].filter((link) => !/^https?:$/.test(link.protocol));
    const handlers = [...document.querySelectorAll("*")].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith("on")),
    );
    return [...inText, ...foreign, ...links, ...handlers].map((element) => element.outerHTML.slice(0, 200));
  });
}

/** A title has no line breaks: runs of white space are one space in it. */
const asTitle = (text: string): string => text.replace(/[\t\n\f\r ]+/g, " ").trim();
