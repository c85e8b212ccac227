import { describe, expect, it } from "vitest";
import { choicesInChangelog } from "../../../src/candidates/rules/changelog-choices.ts";
import { rulesInFile } from "../../../src/candidates/rules/rules-in-file.ts";
import { transcriptTurns } from "../../../src/candidates/rules/transcript-turns.ts";
import {
  adrFolders,
  isChangelog,
  isRulesFile,
  reviewTime,
  statedAlready,
} from "../../../src/candidates/rules/written-choice.ts";
import { screened } from "../../support/decisions.ts";

describe("Rules for agents", () => {
  const rules = (text: string) => rulesInFile(screened(text)).map(({ line, statement }) => [line, statement]);

  it("are found with their lines, and with a reason where one is given", () => {
    const text = [
      "# Shop",
      "",
      "You are a careful engineer. Run `npm test` before you push.",
      "",
      "- Never log the body of a request, because it has card numbers.",
      "- Use zod for everything that a caller sends.",
      "- `npm run dev` starts the server",
      "- See docs/api.md",
    ].join("\n");
    expect(rules(text)).toEqual([
      [5, "Never log the body of a request"],
      [6, "Use zod for everything that a caller sends"],
    ]);
    expect(rulesInFile(screened(text))[0]?.reasoning).toBe("it has card numbers");
  });

  it("are the items of a section of rules, however they are worded", () => {
    const text =
      "## Conventions\n\n- Money is a whole number of cents\n- Run `make lint`\n\n## Layout\n\n- Code is in src";
    expect(rules(text)).toEqual([[3, "Money is a whole number of cents"]]);
  });

  it("are found below a heading with any number of spaces in it, and with closing marks", () => {
    const text = `## Conventions${" ".repeat(500_000)}##\n\n- Money is a whole number of cents\n\n# a${" ".repeat(400_000)}b\n`;
    expect(rules(text)).toEqual([[3, "Money is a whole number of cents"]]);
  });

  it("are none in code, in front matter and in questions", () => {
    expect(
      rules(
        "---\ndescription: Always use tabs here\n---\n\n```\nNever call this twice in a row\n```\n\nShould it always be so?",
      ),
    ).toEqual([]);
  });
});

describe("A changelog", () => {
  it("says what breaks, and nothing by what is only new", () => {
    const text = [
      "# Changelog",
      "## 3.0.0",
      "### BREAKING CHANGES",
      "* **api:** drop support for Node 16 ([abc1234](https://git.example/abc1234))",
      "* a colour of the logo was changed",
      "### Features",
      "* add an export of orders (#12)",
    ].join("\n");
    expect(choicesInChangelog(screened(text))).toMatchObject([
      { line: 4, statement: "Drop support for Node 16" },
    ]);
  });
});

describe("Places where decisions are written", () => {
  it("have names that clients and tools use", () => {
    for (const path of [
      "CLAUDE.md",
      "api/AGENTS.md",
      "GEMINI.md",
      ".cursorrules",
      ".cursor/rules/api.mdc",
      ".github/copilot-instructions.md",
    ])
      expect(isRulesFile(path), path).toBe(true);
    for (const path of ["README.md", "node_modules/x/CLAUDE.md", "test/fixtures/AGENTS.md"])
      expect(isRulesFile(path), path).toBe(false);
    expect(["CHANGELOG.md", "packages/a/HISTORY.md", "src/changelog.ts"].map(isChangelog)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("are counted where an import reads them better", () => {
    const paths = [
      "docs/adr/0001-use-postgres.md",
      "docs/adr/20240101-use-ulid.md",
      "docs/adr/README.md",
      "src/decisions/a.ts",
    ];
    expect(adrFolders(paths)).toEqual([{ folder: "docs/adr", records: 2 }]);
  });
});

describe("A transcript", () => {
  const turnsOf = (...entries: unknown[]) => {
    const turns = transcriptTurns();
    const done = entries.flatMap(
      (entry, i) => turns.read(i + 1, typeof entry === "string" ? entry : JSON.stringify(entry)) ?? [],
    );
    return [...done, ...[turns.end()].flatMap((turn) => turn ?? [])];
  };

  it("of Claude Code has turns, without what tools said", () => {
    expect(
      turnsOf(
        { type: "user", timestamp: "2026-01-02T03:04:05Z", message: { role: "user", content: "use Redis" } },
        {
          type: "assistant",
          message: {
            role: "assistant",
            content: [
              { type: "text", text: "First." },
              { type: "tool_use", input: {} },
            ],
          },
        },
        {
          type: "user",
          message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] },
        },
        { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Done." }] } },
        { type: "user", isMeta: true, message: { role: "user", content: "a notice" } },
        { type: "summary", summary: "a title" },
        "no JSON",
      ),
    ).toEqual([{ line: 1, at: new Date("2026-01-02T03:04:05Z"), prompt: "use Redis", reply: "Done." }]);
  });

  it("of Codex has its messages in a payload", () => {
    expect(
      turnsOf(
        {
          type: "response_item",
          payload: { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
        },
        {
          type: "response_item",
          payload: { type: "message", role: "assistant", content: [{ type: "output_text", text: "b" }] },
        },
        {
          type: "response_item",
          payload: { type: "message", role: "user", content: [{ type: "input_text", text: "c" }] },
        },
      ),
    ).toEqual([
      { line: 1, prompt: "a", reply: "b" },
      { line: 3, prompt: "c", reply: "" },
    ]);
  });
});

describe("What is decided already", () => {
  it("is known in the same words, in another order and form", () => {
    const isStated = statedAlready(["Use Postgres for orders", "Keep prices in cents"]);
    expect(isStated("For orders use Postgres")).toBe(true);
    expect(isStated("Use Postgres for sessions")).toBe(false);
  });
});

it("A review takes ten seconds a candidate", () => {
  expect([37, 6, 1, 200].map(reviewTime)).toEqual([
    "about six minutes",
    "about one minute",
    "less than a minute",
    "about 33 minutes",
  ]);
});
