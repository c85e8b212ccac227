import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const STYLES = new URL("../../src/page/styles/", import.meta.url);
/** What several views share. */
const SHARED = ["base.css", "colours.css", "lists.css", "page.css", "parts.css", "shell.css"];
/** The list and the page of a decision are one view. */
const viewOf = (file: string): string => file.replace(/^decision\.css$/, "decisions.css");

/** The classes that rules of a style sheet begin with. */
function classesIn(file: string): readonly string[] {
  const rules = readFileSync(new URL(file, STYLES), "utf8").matchAll(/^\s*([.][^@{}]*)\{/gm);
  return [...rules].flatMap(([, selectors = ""]) =>
    selectors.split(",").flatMap((selector) => /^\s*\.([\w-]+)(?![\w.-])/.exec(selector)?.[1] ?? []),
  );
}

it("A class is styled by one view, as the styles of all views are on every page", () => {
  const owners = new Map<string, Set<string>>();
  for (const file of readdirSync(STYLES).filter((name) => !SHARED.includes(name))) {
    for (const name of classesIn(file)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(viewOf(file)));
    }
  }
  const clashes = [...owners].filter(([, views]) => views.size > 1);
  expect(clashes.map(([name, views]) => `${name}: ${[...views].join(", ")}`)).toEqual([]);
});
