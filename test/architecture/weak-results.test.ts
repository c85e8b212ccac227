import { describe, expect, it } from "vitest";
import { SOURCES } from "./sources.ts";

/** The files that import a name from a module. */
function importersOf(name: string, module: string): string[] {
  const statement = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from "[^"]*/${module}"`);
  return SOURCES.filter(({ text }) => statement.test(text))
    .map(({ path }) => path)
    .sort();
}

/**
 * A weak result is for somebody who asked, and must never be shown unasked, warned about or counted. These are all ways
 * to one. A new file here has to be the answer to a question; anything else takes `findStrong` or `strongAmong`.
 */
describe("weak results reach only", () => {
  it("two rankings: that of decisions, which keeps them apart, and that of notes, which are only searched", () => {
    expect(importersOf("rank", "ranking.ts")).toEqual([]);
    expect(importersOf("rankWordings", "ranking.ts")).toEqual([
      "app/recall/find-relevant.ts",
      "app/recall/search-memories.ts",
    ]);
  });

  it("the search for decisions", () => {
    expect(importersOf("findAnswers", "find-relevant.ts")).toEqual(["app/recall/search-decisions.ts"]);
  });

  it.each([
    [
      "searchDecisions",
      "search-decisions.ts",
      [
        "app/recall/search-memories.ts",
        "app/recall/suggest-decisions.ts",
        "cli/commands/search.ts",
        "tools/agent-memory/search-decisions.ts",
        "tools/page/search-decisions.ts",
      ],
    ],
    ["searchMemories", "search-memories.ts", ["tools/memory/search-by-context.ts"]],
    ["suggestDecisions", "suggest-decisions.ts", ["tools/mama/suggest-decision.ts"]],
    ["searchDecisionsTool", "search-decisions.ts", ["cli/commands/search.ts", "tools/agent-memory/index.ts"]],
    ["searchByContextTool", "search-by-context.ts", ["tools/memory/index.ts"]],
    ["suggestDecisionTool", "suggest-decision.ts", ["tools/mama/index.ts"]],
  ] as const)("those who ask %s", (name, module, importers) => {
    expect(importersOf(name, module)).toEqual(importers);
  });

  it("nobody who shows something unasked: these take the strong ones", () => {
    expect(importersOf("strongAmong", "find-relevant.ts")).toEqual([
      "app/guidance/tell-repetitions.ts",
      "app/hooks/find-for-prompt.ts",
      "app/recall/similar-decisions.ts",
    ]);
    expect(importersOf("findStrong", "find-relevant.ts")).toEqual(["app/recall/similar-decisions.ts"]);
  });
});
