import { describe, expect, it } from "vitest";
import { adrComposer } from "../../../src/portability/adr/write-adr.ts";
import { MADR_2, MADR_4, NYGARD } from "../../support/adr-files.ts";
import { actor, DAY, fullDecision } from "../../support/decisions.ts";

const HOLDS = { standing: "active", supersededBy: [] } as const;
const file = (path: string, text: string) => ({
  path,
  text,
  hash: "",
  dress: { byteOrderMark: false, lineEnding: "lf", otherwise: [] } as const,
});

const MARK = JSON.stringify({
  decision: "dec_a",
  form: 1,
  domain: "database",
  topic: "order_storage",
  confidence: 0.8,
  risk_level: "medium",
  label: "accepted",
  evidence: [
    { kind: "file", ref: "db/schema.sql" },
    { kind: "pr", ref: "#42" },
  ],
  questions: ["Where do orders go?", "Why is there a database server?"],
});

describe("A new record in a folder of others", () => {
  const decided = fullDecision({ id: "dec_a", alternatives: ["MongoDB", "One file\nper order"] });

  it("contains the whole decision in the style of Nygard, if most records have that style", () => {
    const others = [file("0007-a.md", NYGARD), file("0008-b.md", NYGARD), file("0009-c.md", MADR_4)];
    const made = adrComposer(others)(decided);
    expect(made.path).toBe("0010-use-postgresql-for-the-orders-of-the-shop.md");
    expect(made.text(HOLDS)).toBe(`# 10. Use PostgreSQL for the orders of the shop

Date: 2026-03-01

Author: maintainer

## Status

Accepted

## Context

Orders need transactions across several tables.

## Decision

Use PostgreSQL for the orders of the shop

## Alternatives

* MongoDB
* One file
  per order

## Consequences

* The team has to run a database server

## Risks

* Migrations take long

## Assumptions

* Fewer than a million orders a year

<!-- membria ${MARK} -->
`);
  });

  it.each([
    ["human", 'decision-makers: "maintainer"'],
    ["agent", 'decision-makers: "coding-agent [via MCP]"'],
    ["script", 'decision-makers: "maintainer [via script]"'],
  ] as const)("marks what no human decided: %s", (kind, line) => {
    const text = adrComposer([])(fullDecision({ author: actor(kind).author })).text(HOLDS);
    expect(text).toContain(`\n${line}\n`);
  });

  it("uses MADR if at most half of the records have the other style", () => {
    const text = adrComposer([file("0001-a.md", NYGARD), file("0002-b.md", MADR_4)])(decided).text(HOLDS);
    expect(text).toMatch(/^---\nstatus: accepted\n/);
    for (const part of ["## Considered Options\n\n* MongoDB\n", "## Risks\n\n* Migrations take long\n"])
      expect(text).toContain(part);
  });

  it("has its fields in a list if the others do, and begins with its day if theirs do", () => {
    const others = [file("20240131-a.md", MADR_2), file("20240131-b.md", MADR_2)];
    const compose = adrComposer(others);
    const [made, again] = [compose(decided), compose(decided)];
    expect(made.path).toBe("20260301-use-postgresql-for-the-orders-of-the-shop.md");
    expect(again.path).toBe("20260301-use-postgresql-for-the-orders-of-the-shop-2.md");
    expect(made.text(HOLDS)).toMatch(
      /^# Use PostgreSQL for the orders of the shop\n\n\* Status: accepted\n\* Deciders: maintainer\n\* Date: 2026-03-01\n\n## Context/,
    );
  });

  it("says that it failed, and what was learned", () => {
    const outcome = { status: "failure", score: 0, at: DAY, lessons: ["Measure first"] } as const;
    const text = adrComposer([])(decided).text({ ...HOLDS, failed: true, outcome });
    expect(text).toMatch(/^---\nstatus: accepted \(failed\)\n/);
    expect(text).toContain("\n## Outcome\n\nFailed on 2026-03-01, with a score of 0.\n\n* Measure first\n");
  });

  it("escapes a line that would end its section", () => {
    const reasoning = "It had these parts:\n\n## Status\n\nDeprecated";
    const text = adrComposer([])(fullDecision({ reasoning })).text(HOLDS);
    expect(text).toContain("It had these parts:\n\n\\## Status\n\nDeprecated\n");
  });
});
