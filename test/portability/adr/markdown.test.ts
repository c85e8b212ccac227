import { describe, expect, it } from "vitest";
import { readAdr } from "../../../src/portability/adr/read-adr.ts";
import { restateAdr } from "../../../src/portability/adr/write-adr.ts";

const read = (text: string) => readAdr({ path: "0001-x.md", text });
const withStatus = (text: string, standing: "active" | "draft" | "deprecated" = "deprecated") =>
  restateAdr({ path: "0001-x.md", text }, { standing, supersededBy: [] });

describe("Only the visible text of a record counts", () => {
  const REAL = "## Status\n\nAccepted\n\n## Context\n\nWords.\n";

  it.each([
    ["a fenced block", "```md\n## Status\n\nRejected\n```"],
    ["a fence with longer ends", "````\n```\n## Status\n\nRejected\n````"],
    ["a fence of tildes with a fence of backticks inside", "~~~\n```\n~~~"],
    ["indented code", "    Status: Rejected\n\n    ## Status"],
    ["a comment", "<!--\n## Status\n\nRejected\n\nStatus: Rejected\n-->"],
    ["a fence inside of a list", "* One\n\n  ```\n  ## Status\n  ```"],
  ])("so %s holds no status", (_, hidden) => {
    const text = `# X\n\n${hidden}\n\n${REAL}`;
    expect(read(text)).toMatchObject({ title: "X", status: "Accepted", standing: "active" });
    expect(withStatus(text)).toBe(text.replace("\nAccepted\n", "\nDeprecated\n"));
  });

  it("headings are recognised in every Markdown style", () => {
    expect(
      read("Use\nPostgres\n========\n\nStatus\n------\n\nProposed\n\nContext\n-------\n\nA\n"),
    ).toMatchObject({ title: "Use Postgres", standing: "draft", reasoning: "Context\n\nA" });
    expect(read("# Use C# ##\n\n   ## Status ##\n\nProposed\n")).toMatchObject({
      title: "Use C#",
      standing: "draft",
    });
    expect(read("# Use C#\n")?.title).toBe("Use C#");
  });

  it("dashes below fields are a horizontal rule", () => {
    const text = "# X\n\nStatus: Proposed\nDate: 2020-01-02\n---\n\nWords.\n";
    expect(read(text)).toMatchObject({ standing: "draft", date: new Date("2020-01-02") });
    expect(withStatus(text)).toBe(text.replace("Proposed", "deprecated"));
  });

  it("a comment with the choices of a template is not the status", () => {
    const text =
      "# X\n\n## Status\n\n<!-- Proposed | Rejected -->\n\nAccepted <!-- in May -->\n\nOnce more.\n";
    expect(read(text)).toMatchObject({ standing: "active" });
    expect(withStatus(text)).toBe(text.replace("\nAccepted ", "\nDeprecated "));
  });

  it("comments are not part of the reasoning", () => {
    expect(
      read("# X\n\n<!-- why -->\n\nA\n\n## Context\n\n<!-- what -->\n\nB\n\n<!-- - -->\n\nC\n")?.reasoning,
    ).toBe("A\n\nContext\n\nB\n\nC");
  });
});

describe("Fields before the first section", () => {
  it.each([
    ["Status: Proposed", "Status: deprecated"],
    ["**Status:** Proposed", "**Status:** deprecated"],
    ["**Status**: Proposed", "**Status**: deprecated"],
    ["**Status: Proposed**", "**Status: deprecated**"],
    ["- Status: **Proposed**", "- Status: deprecated"],
    ["* __Status__: Proposed", "* __Status__: deprecated"],
    ["Status: Proposed  \nDate: 2020-01-02", "Status: deprecated  \nDate: 2020-01-02"],
    ["Status: Proposed\\\nDate: 2020-01-02", "Status: deprecated\\\nDate: 2020-01-02"],
    ["* Status: Proposed,\n  since May\n* Date: 2020-01-02", "* Status: deprecated\n* Date: 2020-01-02"],
    ["* Status:", "* Status: deprecated"],
    ["|Status|Proposed|", "|Status|Deprecated|"],
    [
      "| Status | Proposed   |\n|---|---|\n| Author | A |",
      "| Status | Deprecated   |\n|---|---|\n| Author | A |",
    ],
    [
      "| Status | Date |\n|---|---|\n| Proposed | 2020-01-02 |",
      "| Status | Date |\n|---|---|\n| Deprecated | 2020-01-02 |",
    ],
    ["Key | Value\n--- | ---\nStatus | Proposed \\| on hold", "Key | Value\n--- | ---\nStatus | Deprecated"],
    ["| Key | Value |\n|---|---|\n| Status ||", "| Key | Value |\n|---|---|\n| Status | Deprecated|"],
  ])("%j becomes %j and nothing else changes", (before, after) => {
    const text = `# X\n\n${before}\n\nWords: none.\n\n## Context\n\nA\n`;
    expect(withStatus(text)).toBe(text.replace(before, after));
    expect(read(withStatus(text))?.standing).toBe("deprecated");
    if (before.includes("Proposed")) expect(read(text)?.standing).toBe("draft");
    if (before.includes("2020")) expect(read(text)?.date).toEqual(new Date("2020-01-02"));
  });

  it("name people with or without links", () => {
    expect(read("# X\n\n* Deciders: [A](a.md), B\n")?.authors).toEqual(["A", "B"]);
    expect(read("# X\n\n| Key | Value |\n|--|--|\n| Authors | A, B |\n")?.authors).toEqual(["A", "B"]);
  });

  it("are distinguished from sentences", () => {
    expect(
      read("# X\n\nStatus: Proposed\nSee https://example.org\nfor [the plan](a.md) of this: soon.\n")
        ?.reasoning,
    ).toBe("See https://example.org\nfor [the plan](a.md) of this: soon.");
  });
});

describe("A status section", () => {
  it("keeps its history, its list and a link that goes over two lines", () => {
    expect(withStatus("# X\n\n## Status\n\n* Accepted\n* 2020: Proposed\n")).toBe(
      "# X\n\n## Status\n\n* Deprecated\n* 2020: Proposed\n",
    );
    expect(withStatus("# X\n\n## Status\n\nSuperseded by [a long\ntitle](0002-y.md)\nin May.\n")).toBe(
      "# X\n\n## Status\n\nDeprecated\nin May.\n",
    );
  });

  it("is added before blocks that are not text", () => {
    expect(withStatus("# X\n\n## Status\n\n```\nAccepted\n```\n")).toBe(
      "# X\n\n## Status\n\nDeprecated\n\n```\nAccepted\n```\n",
    );
    expect(withStatus("# X\n\n## Status\n\n## Context\n\nA\n")).toBe(
      "# X\n\n## Status\n\nDeprecated\n\n## Context\n\nA\n",
    );
  });

  it("that is added does not take text from other sections", () => {
    for (const text of ["# X\n\nA\n\nB", "# X\n\nA\n\n### Context\n\nB\n", "# X\n\nA\n\n# Context\n\nB\n"]) {
      expect(read(withStatus(text))).toEqual({ ...read(text), status: "Deprecated", standing: "deprecated" });
    }
    // Unless nobody closed the code or the comment they end with.
    for (const text of ["# X\n\n```\nA\n", "# X\n\n<!-- A\n"])
      expect(read(withStatus(text))?.standing).toBe("deprecated");
  });
});

describe("Relations", () => {
  it("follow a link by its reference, and across the lines of an item", () => {
    expect(
      read("# X\n\n## Status\n\nSuperseded by [ADR 7][seven].\n\n[seven]: 0007-y%20z.md#top\n")?.relations,
    ).toEqual([{ relation: "superseded-by", target: "0007-y z.md" }]);
    expect(read("# X\n\n* Status: superseded by\n  [ADR 7](0007-y.md)\n")?.relations).toEqual([
      { relation: "superseded-by", target: "0007-y.md" },
    ]);
  });
  it("are read from quotes, and not from code", () => {
    expect(read("# X\n\n> **Superseded by [7](0007-y.md)**\n")?.standing).toBe("superseded");
    expect(read("# X\n\n```\nSuperseded by [7](0007-y.md)\n```\n")?.standing).toBe("active");
  });
});

describe("Lists", () => {
  const consequences = (list: string) => read(`# X\n\n## Consequences\n\n${list}\n`)?.consequences;

  it("have items with paragraphs, code and lists of their own", () => {
    expect(consequences("1. One\n\n   More.\n\n   ```\n   * code\n   ```\n2. Two\n   - inner\n")).toEqual([
      "One\n\nMore.\n\n```\n* code\n```",
      "Two\n- inner",
    ]);
  });
  it("may be indented, and stand between words", () => {
    expect(consequences("We get\nthis:\n\n  * One\n  * Two\n\nAnd that.")).toEqual([
      "We get\nthis:",
      "One",
      "Two",
      "And that.",
    ]);
  });
  it("are found below headings, which are no items", () => {
    expect(consequences("### Positive\n\n* One\n\n### Negative\n\n* Two")).toEqual(["One", "Two"]);
  });
});

describe("An unusual file", () => {
  it("is read with anything nested as deep as it may be", () => {
    for (const [inner, times] of [
      ["> ", 100],
      ["- ", 100],
      ["*a **b ", 3000],
      ["[", 3000],
    ] as const) {
      expect(read(`# X\n\nStatus: Proposed\n\n${inner.repeat(times)}a\n`)?.standing).toBe("draft");
    }
  });
  it("keeps a second byte order mark", () => {
    expect(withStatus("\ufeff# X\n\nStatus: Accepted\n")).toBe("\ufeff# X\n\nStatus: deprecated\n");
  });
});
