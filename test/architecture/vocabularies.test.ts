import { describe, expect, it } from "vitest";
import { localImportsOf, SOURCES, type Source } from "./sources.ts";

/** `mama` of `tools/mama/dialect.ts`; nothing of `tools/tool.ts`. */
const folderOf = (path: string): string | undefined => /^tools\/([^/]+)\//.exec(path)?.[1];

/** A vocabulary lists its tools in an index; a folder without one is there for several vocabularies. */
const VOCABULARIES = SOURCES.flatMap(({ path }) => /^tools\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? []);

/** Imports of a vocabulary from outside of it. Only the inventory, directly in `tools`, may know them all. */
function foreignVocabularies(source: Source): string[] {
  const own = folderOf(source.path);
  if (own === undefined) return [];
  return localImportsOf(source)
    .filter((target) => folderOf(target) !== own && VOCABULARIES.includes(folderOf(target) ?? ""))
    .map((target) => `${source.path} imports ${target}`);
}

describe("the vocabularies", () => {
  it("are found", () => {
    expect(new Set(VOCABULARIES)).toEqual(new Set(["agent-memory", "mama", "membria", "memory", "tmkb"]));
  });

  it("do not import each other, and what they share imports none of them", () => {
    expect(SOURCES.flatMap(foreignVocabularies)).toEqual([]);
  });

  it.each([
    ["tools/mama/x.ts", 'import { a } from "../memory/a.ts";'],
    ["tools/memory/x.ts", 'import type { A } from "../mama/a.ts";'],
    ["tools/memory/x.ts", 'export { a } from "../../tools/membria/a.ts";'],
    ["tools/tmkb/deeper/x.ts", 'const { a } = await import("../../membria/a.ts");'],
    ["tools/mama-family/x.ts", 'import { a } from "../mama/a.ts";'],
  ])("are caught at it: %s with %j", (path, text) => {
    expect(foreignVocabularies({ path, text })).toHaveLength(1);
  });

  it.each([
    ["tools/mama/x.ts", 'import { a } from "./a.ts";'],
    ["tools/mama/x.ts", 'import { a } from "../mama-family/a.ts";'],
    ["tools/memory/x.ts", 'import { a } from "../tool.ts";'],
    ["tools/memory/x.ts", 'import { a } from "../../recall/index.ts";'],
    ["tools/inventory.ts", 'import { a } from "./mama/index.ts";'],
    ["cli/commands/x.ts", 'import { a } from "../../tools/mama/a.ts";'],
  ])("may still say %s with %j", (path, text) => {
    expect(foreignVocabularies({ path, text })).toEqual([]);
  });
});
