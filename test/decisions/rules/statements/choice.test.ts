import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparedTexts,
  opposes,
  type StatedChoice,
  sameChoice,
  sameSubject,
} from "../../../../src/decisions/rules/statements/choice.ts";

const chooser = (statement: string, ...alternatives: string[]): StatedChoice => ({ statement, alternatives });

const POSTGRES = chooser("Use PostgreSQL for the orders of the shop", "MongoDB", "One file per order");

describe("A decision opposes another", () => {
  it.each([
    [chooser("Use MongoDB for orders"), POSTGRES],
    [chooser("Store the shop orders in MongoDB"), POSTGRES],
    [chooser("Move orders from PostgreSQL to MongoDB"), POSTGRES],
    [chooser("Use MongoDB instead of PostgreSQL for orders"), POSTGRES],
    [chooser("Cache orders in Memcached"), chooser("Cache orders in Redis", "Memcached")],
    [chooser("Use REST for the public endpoints"), chooser("Use GraphQL for the public endpoints", "REST")],
    [chooser("Keep sessions in a table"), chooser("Keep sessions in signed cookies", "a table", "Redis")],
  ])("that rejected what it chooses: %j against %j", (one, other) => {
    expect(opposes(one, other)).toBe(true);
  });

  it.each([
    ["takes the same", chooser("Use PostgreSQL for orders"), POSTGRES],
    ["takes what was not spoken of", chooser("Use CockroachDB for orders"), POSTGRES],
    ["is about something else", chooser("Use MongoDB for the audit trail"), POSTGRES],
    ["takes both", chooser("Copy orders from PostgreSQL and into MongoDB for the shop"), POSTGRES],
    ["forbids it", chooser("Do not use MongoDB for orders"), POSTGRES],
    ["leaves it too", chooser("Use PostgreSQL rather than MongoDB for orders"), POSTGRES],
    ["goes away from it", chooser("Move orders from MongoDB to PostgreSQL"), POSTGRES],
    [
      "differs from an alternative that says nothing",
      chooser("Keep orders in one table"),
      chooser("Split orders by year", "keep it as it is"),
    ],
    [
      "shares only the kind of thing",
      chooser("Use MongoDB for the analytics database"),
      chooser("Use PostgreSQL for the user database", "MongoDB"),
    ],
  ])("not when it %s", (_, one, other) => {
    expect(opposes(one, other)).toBe(false);
  });
});

describe("Two decisions make the same choice", () => {
  it.each([
    ["Use MongoDB for orders", "Keep orders in MongoDB"],
    ["Cache sessions in Redis", "Use Redis to cache the sessions of users"],
    ["Deploy on every merge to main", "Deploy on each merge to main"],
  ])("%s / %s", (one, other) => {
    expect(sameChoice(chooser(one), chooser(other))).toBe(true);
  });

  it.each([
    ["Use MongoDB for orders", "Use PostgreSQL for orders"],
    ["Use MongoDB for orders", "Use MongoDB for the audit trail"],
    ["Use MongoDB for orders", "Move orders from MongoDB to PostgreSQL"],
    ["Keep orders in PostgreSQL tables", "Keep orders in an event log and no PostgreSQL tables"],
    ["Deploy on every merge to main", "Deploy once a week"],
  ])("but not %s / %s", (one, other) => {
    expect(sameChoice(chooser(one), chooser(other))).toBe(false);
  });
});

describe("Whatever the texts", () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom(
          "Use",
          "MongoDB",
          "Redis",
          "orders",
          "for",
          "instead of",
          "not",
          "from",
          "to",
          "cache",
        ),
      )
      .map((words) => words.join(" ")),
  );
  const any = fc.record({ statement: text, alternatives: fc.array(text, { maxLength: 3 }) });

  it("no decision opposes itself, and none both opposes and repeats another", () => {
    fc.assert(
      fc.property(any, any, (one, other) => {
        const alone = { ...one, alternatives: [] };
        expect(opposes(alone, alone)).toBe(false);
        expect(opposes(one, other) && sameChoice(one, other)).toBe(false);
      }),
    );
  });

  it("having the same subject is symmetric", () => {
    fc.assert(fc.property(any, any, (one, other) => sameSubject(one, other) === sameSubject(other, one)));
  });
});

describe("Comparing choices", () => {
  it("goes by the beginnings of texts, so that long ones and many of them cost little", () => {
    const long = chooser("x ".repeat(5_000), ...Array.from({ length: 100 }, () => "y ".repeat(25_000)));
    const { statement, alternatives } = comparedTexts(long);
    expect([statement, ...alternatives].join("").length).toBeLessThanOrEqual(7_000);
    const rejecting = chooser(
      "Use PostgreSQL for orders",
      ...Array.from({ length: 19 }, () => "z"),
      "MongoDB",
    );
    expect(opposes(chooser(`Use MongoDB for orders. ${"x ".repeat(5_000)}`), rejecting)).toBe(true);
  });
});
