import { describe, expect, it } from "vitest";
import { readAdr } from "../../../src/portability/adr/read-adr.ts";
import { restateAdr } from "../../../src/portability/adr/write-adr.ts";
import { MADR_2, MADR_4, NYGARD } from "../../support/adr-files.ts";

const read = (path: string, text: string) => readAdr({ path, text });

describe("An architecture decision record", () => {
  it("in the style of Nygard and adr-tools", () => {
    expect(read("0002-use-postgres.md", NYGARD)).toMatchObject({
      number: 2,
      title: "Use Postgres for orders",
      date: new Date("2021-03-04"),
      standing: "active",
      relations: [
        { relation: "supersedes", target: "0001-use-mysql.md" },
        { relation: "amends", target: "0003-naming.md" },
      ],
      reasoning: "Context\n\nOrders need transactions.\n\nDecision\n\nWe will use Postgres.",
      consequences: ["Backups are simple", "The team learns something"],
    });
  });

  it("in the style of MADR 2", () => {
    expect(read("0004-sessions.md", MADR_2)).toMatchObject({
      title: "Use Redis for sessions",
      standing: "superseded",
      authors: ["A", "B"],
      date: new Date("2020-01-02"),
      relations: [{ relation: "superseded-by", target: "0005-use-cookies.md" }],
      alternatives: ["A table", "Cookies"],
      consequences: ["Logins are fast", "One more server"],
    });
  });

  it("in the style of MADR 3 and 4", () => {
    expect(read("0006-logs.md", MADR_4)).toMatchObject({
      standing: "superseded",
      authors: ["Somebody", "Somebody Else"],
      date: new Date("2024-05-06"),
      relations: [{ relation: "superseded-by", target: "0007-x.md" }],
      alternatives: ["A service"],
      consequences: ["Good, because it is simple", "Bad, because nobody reads them"],
    });
  });

  it("depends on those that it names by a link or as records, not on any number", () => {
    const relationsOf = (status: string) => read("0009-x.md", `# X\n\n## Status\n\n${status}\n`)?.relations;
    expect(relationsOf("Accepted, depends on [ADR 2](0002-a.md), [b](0003-b.md)")).toEqual([
      { relation: "depends-on", target: "0002-a.md" },
      { relation: "depends-on", target: "0003-b.md" },
    ]);
    expect(relationsOf("Accepted, depends on ADR-0004")).toEqual([{ relation: "depends-on", target: "4" }]);
    expect(relationsOf("Accepted, depends on 3 services")).toEqual([]);
  });

  it.each([
    ["Accepted", "active", false],
    ["✅ Accepted", "active", false],
    ["Implemented |", "active", false],
    ["🤔 Proposed", "draft", false],
    ["DRAFT", "draft", false],
    ["Deprecated (no superseding ADR)", "deprecated", false],
    ["❌ Rejected (see [019](019-x.md))", "deprecated", true],
    ["Superseded by [ADR 9](0009-x.md)", "superseded", false],
    ["Superceded entirely by [0072](0072-x.md)", "superseded", false],
    ["Something nobody says", "active", false],
  ])("that is %s stands as %s", (status, standing, rejected) => {
    expect(read("0001-x.md", `# X\n\n## Status\n\n${status}\n`)).toMatchObject({ standing, rejected });
    expect(read("0001-x.md", `# X\n\n|Status|${status.replace("|", "")}|\n`)).toMatchObject({ standing });
  });

  it("is distinguished from other Markdown", () => {
    expect(read("README.md", "# Decisions\n\n## Status\n\nAll is well")).toBeUndefined();
    expect(read("guide.md", "# How to deploy\n\nLike this.")).toBeUndefined();
    expect(read("0000-template.md", NYGARD)).toBeUndefined();
    expect(read("notes.md", "No title and no number")).toBeUndefined();
  });

  it.each([
    ["0009-use-a-queue.md", "Use a queue"],
    ["adr-012_keep_sessions.md", "Keep sessions"],
    ["0007.md", "0007"],
  ])("without a title has that of its file: %s", (path, title) => {
    expect(read(path, "Mail is slow.\n\n## Status\n\nProposed\n")).toMatchObject({
      title,
      standing: "draft",
    });
    expect(read(path, "Mail is slow.\n")).toMatchObject({
      title,
      standing: "active",
      reasoning: "Mail is slow.",
    });
  });

  it("without a title and a number is recognised by its status", () => {
    expect(read("use-queues.md", "---\nstatus: accepted\n---\nMail is slow.\n")?.title).toBe("Use queues");
  });

  it("does not take comments in code for headings", () => {
    expect(read("0001-x.md", "# X\n\n```sh\n# not a heading\n```\n\n## Status\n\nProposed\n")?.standing).toBe(
      "draft",
    );
  });
});

describe("A new status is written in the file's own style", () => {
  const supersededBy = [{ title: "Use a queue", path: "0009-use-a-queue.md" }];
  const lines = (path: string, text: string, status: Parameters<typeof restateAdr>[1]): string[] => {
    const [before, after] = [text.split("\n"), restateAdr({ path, text }, status).split("\n")];
    expect(after).toHaveLength(before.length);
    return after.filter((line, i) => line !== before[i]);
  };

  it("as a section", () => {
    expect(lines("0002-x.md", NYGARD, { standing: "superseded", supersededBy })).toEqual([
      "Superseded by [9. Use a queue](0009-use-a-queue.md)",
    ]);
  });
  it("as a list item", () => {
    expect(lines("0002-x.md", MADR_2, { standing: "deprecated", supersededBy: [] })).toEqual([
      "* Status: deprecated",
    ]);
  });
  it("as front matter", () => {
    expect(lines("0002-x.md", MADR_4, { standing: "superseded", supersededBy })).toEqual([
      'status: "superseded by [ADR-0009](0009-use-a-queue.md)"',
    ]);
  });
  it("and reads back as written", () => {
    for (const text of [NYGARD, MADR_2, MADR_4, "# X\n\nNothing said.\n"]) {
      for (const standing of ["active", "draft", "deprecated"] as const) {
        const restated = restateAdr({ path: "0001-x.md", text }, { standing, supersededBy: [] });
        expect(read("0001-x.md", restated)?.standing).toBe(standing);
      }
    }
  });
});
