import { describe, expect, it } from "vitest";
import { adrComposer } from "../../src/adapters/adr/write-adr.ts";
import { MADR_4, NYGARD } from "../support/adr-files.ts";
import { actor, fullDecision } from "../support/decisions.ts";

const HOLDS = { standing: "active", supersededBy: [] } as const;
const file = (path: string, text: string) => ({
  path,
  text,
  hash: "",
  dress: { byteOrderMark: false, lineEnding: "lf", otherwise: [] } as const,
});

describe("A new record in a folder of others", () => {
  const decided = fullDecision({ alternatives: ["MongoDB", "One file\nper order"] });

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
});
