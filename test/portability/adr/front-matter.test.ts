import { describe, expect, it } from "vitest";
import { readAdr } from "../../../src/portability/adr/read-adr.ts";
import { restateAdr } from "../../../src/portability/adr/write-adr.ts";

const record = (front: string): string => `---\n${front}\n---\n\n# X\n\n## Context\n\nA\n`;
const read = (front: string) => readAdr({ path: "0001-x.md", text: record(front) });
const withStatus = (front: string): string =>
  restateAdr({ path: "0001-x.md", text: record(front) }, { standing: "deprecated", supersededBy: [] });

it("is read where a list has itself as an item", () => {
  const itself = "&a [proposed, *a, [*a, *a]]";
  expect(read(`other: ${itself}\nstatus: *a`)).toEqual(read("other: proposed\nstatus: proposed"));
});

describe("The status in front matter", () => {
  it.each([
    ["plain", "status: proposed", "status: deprecated"],
    ["with a comment", "status: proposed # rejected before", "status: deprecated # rejected before"],
    ["in double quotes", 'status: "proposed"', 'status: "deprecated"'],
    ["in single quotes", "status: 'proposed, it''s new'", "status: 'deprecated'"],
    ["folded", "status: >-\n  proposed\n  in May\ndate: 2020-01-02", "status: deprecated\ndate: 2020-01-02"],
    [
      "over two lines",
      "status: proposed\n  in May\ndate: 2020-01-02",
      "status: deprecated\ndate: 2020-01-02",
    ],
    ["with an anchor", "status: &s proposed\nother: *s", "status: &s deprecated\nother: *s"],
    ["by an alias", "other: &s proposed\nstatus: *s", "other: &s proposed\nstatus: deprecated"],
    ["as a list", "status:\n- proposed\ntags: [a]", "status: deprecated\ntags: [a]"],
    ["under a capital", "Status: proposed", "Status: deprecated"],
    [
      "beside what is no YAML",
      "title: Mail: use a queue\nstatus: proposed",
      "title: Mail: use a queue\nstatus: deprecated",
    ],
    ["and no YAML itself", "status: proposed: maybe", "status: deprecated"],
  ])("%s, is read and written in its place", (_, before, after) => {
    expect(read(before)?.standing).toBe("draft");
    expect(withStatus(before)).toBe(record(after));
  });

  it("is written into an empty field", () => {
    expect(withStatus("status:\ndate: 2020-01-02")).toBe(record("status: deprecated\ndate: 2020-01-02"));
  });

  it("is not taken from a nested key", () => {
    expect(read("build:\n  status: rejected\nnote: |\n  status: rejected")?.status).toBe("");
  });
});

describe("Front matter", () => {
  it("may name people as a list, a line or with characters that YAML reserves", () => {
    expect(read("deciders:\n  - A\n  - 'B C'")?.authors).toEqual(["A", "B C"]);
    expect(read('decision-makers: "A, B"')?.authors).toEqual(["A", "B"]);
    expect(read("deciders: @a, @b\nstatus: proposed")).toMatchObject({
      authors: ["@a", "@b"],
      standing: "draft",
    });
  });

  it("may contain relations", () => {
    expect(read('superseded-by: "[7](0007-y.md)"')?.relations).toEqual([
      { relation: "superseded-by", target: "0007-y.md" },
    ]);
    expect(read("supersedes:\n  - 3\n  - ADR-0004")?.relations).toEqual([
      { relation: "supersedes", target: "3" },
      { relation: "supersedes", target: "4" },
    ]);
  });

  it("is plain text if it is not closed", () => {
    const text = "---\nstatus: rejected\n\n# X\n\nStatus: proposed\n";
    expect(readAdr({ path: "0001-x.md", text })?.standing).toBe("draft");
  });
});
