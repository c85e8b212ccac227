import { describe, expect, it } from "vitest";
import { isIndex, namedImports, SOURCES } from "./sources.ts";

const imports = namedImports(SOURCES);

/** The files that import a name from a module, also through the index.ts of its subject. */
const importersOf = (name: string, module: string): string[] =>
  SOURCES.map(({ path }) => path)
    .filter((path) => !isIndex(path))
    .filter((path) => imports.get(path)?.some((one) => one.name === name && one.file.endsWith(`/${module}`)))
    .sort();

/**
 * A weak result is for somebody who asked, and must never be shown unasked, warned about or counted. These are all ways
 * to one. A new file here has to be the answer to a question; anything else takes `findStrong` or `strongAmong`.
 */
describe("weak results reach only", () => {
  it("two rankings: that of decisions, which keeps them apart, and that of notes, which are only searched", () => {
    expect(importersOf("rank", "ranking.ts")).toEqual([]);
    expect(importersOf("rankWordings", "ranking.ts")).toEqual([
      "recall/operations/find-relevant.ts",
      "recall/operations/search-memories.ts",
    ]);
  });

  it("the search for decisions", () => {
    expect(importersOf("findAnswers", "find-relevant.ts")).toEqual(["recall/operations/search-decisions.ts"]);
  });

  it.each([
    [
      "searchDecisions",
      "search-decisions.ts",
      [
        "cli/commands/ask/search.ts",
        "recall/operations/search-memories.ts",
        "recall/operations/suggest-decisions.ts",
        "tools/agent-memory/search-decisions.ts",
        "tools/page/decisions.ts",
      ],
    ],
    ["searchMemories", "search-memories.ts", ["tools/memory/search-by-context.ts"]],
    ["suggestDecisions", "suggest-decisions.ts", ["tools/mama/suggest-decision.ts"]],
    [
      "searchDecisionsTool",
      "search-decisions.ts",
      ["cli/commands/ask/search.ts", "tools/agent-memory/index.ts"],
    ],
    ["searchByContextTool", "search-by-context.ts", ["tools/memory/index.ts"]],
    ["suggestDecisionTool", "suggest-decision.ts", ["tools/mama/index.ts"]],
  ] as const)("those who ask %s", (name, module, importers) => {
    expect(importersOf(name, module)).toEqual(importers);
  });

  it("nobody who shows something unasked: these take the strong ones", () => {
    expect(importersOf("strongAmong", "find-relevant.ts")).toEqual([
      "hooks/operations/remind-of.ts",
      "recall/operations/similar-decisions.ts",
    ]);
    expect(importersOf("findStrong", "find-relevant.ts")).toEqual(["recall/operations/similar-decisions.ts"]);
  });
});
