import { describe, expect, it } from "vitest";
import type { StatedChoice } from "../../../../src/decisions/rules/statements/choice.ts";
import {
  isAtOdds,
  RELATIONS,
  relationByMeaning,
  relationByWords,
  textsWorthEmbedding,
} from "../../../../src/decisions/rules/statements/relation.ts";
import {
  FEATURES,
  FEATURES_OF_MEANING,
} from "../../../../src/decisions/rules/statements/relation-features.ts";
import type { TreeNode, Trees } from "../../../../src/decisions/rules/statements/relation-model.ts";
import {
  TREES_BY_MEANING,
  TREES_BY_WORDS,
} from "../../../../src/decisions/rules/statements/relation-weights.ts";

const stated = (statement: string, ...alternatives: string[]): StatedChoice => ({ statement, alternatives });
const between = (older: string, newer: string) => relationByWords(stated(older), stated(newer));

describe("A statement reverses another one", () => {
  it.each([
    ["Use tabs for indentation", "Stop using tabs for indentation"],
    ["Use default exports everywhere", "Avoid default exports"],
    ["Use the Prisma ORM", "Do not use ORMs"],
    ["Never retry inside the request; put it on a queue", "Retry inside the request"],
    ["Hide archived projects in the list", "Show archived projects in the list"],
  ])("%s | %s", (older, newer) => expect(between(older, newer).relation).toBe("opposite"));
});

describe("A statement answers the same question otherwise", () => {
  it.each([
    ["The service is written in Go", "The service is written in Kotlin"],
    ["Use Vue", "Use React"],
    ["The API is REST", "The API is GraphQL"],
    ["Squash commits on merge", "Use merge commits"],
    ["Use PostgreSQL for orders", "Use Marolexa for orders"],
    ["Invoices are due after 30 days", "Invoices are due after 14 days"],
  ])("%s | %s", (older, newer) => expect(between(older, newer).relation).toBe("replaces"));

  it("on the way back", () => {
    const there = "Move the sessions from Redis to Postgres";
    expect(isAtOdds(between(there, "Move the sessions from Postgres to Redis"))).toBe(true);
  });

  it("whatever else it says, and the rule is named", () => {
    const older = "Names are in snake case. The cache is written in Go; it has no disk";
    const found = between(older, "The cache is written in Rust");
    expect(isAtOdds(found)).toBe(true);
    expect(found.rules?.older.text).toBe("The cache is written in Go");
  });

  it("surely if it takes what the other turned down", () => {
    const older = stated("Use PostgreSQL for orders", "MongoDB");
    expect(relationByWords(older, stated("Use MongoDB for orders"))).toMatchObject({
      relation: "replaces",
      isStated: true,
    });
  });
});

describe("Two statements hold beside each other", () => {
  it.each([
    ["about two things", "Use PostgreSQL for orders", "Use MongoDB for the audit trail"],
    ["about two things of a kind", "Security logs are kept for 400 days", "Debug logs are kept for 14 days"],
    ["with a no to another one", "Use PostgreSQL for orders", "Do not use MongoDB for orders"],
    ["in other words", "Use PostgreSQL for orders", "Keep orders in PostgreSQL"],
    [
      "if one is narrower",
      "Index concurrently with a lock timeout",
      "Index concurrently with a lock timeout of two seconds",
    ],
    [
      "if one says more",
      "Keep the orders in PostgreSQL",
      "Keep the orders in one PostgreSQL cluster with a standby",
    ],
  ])("%s: %s | %s", (_, older, newer) => expect(isAtOdds(between(older, newer))).toBe(false));
});

describe("By its meaning", () => {
  const older = "Invoices are PDF files";
  const newer = "Bills are written as HTML pages";

  it("a statement answers the same question if it is about the same thing, and not if it is not", () => {
    const found = between(older, newer);
    const relationAt = (closeness: number) => isAtOdds(relationByMeaning(found, () => closeness));
    expect([-0.1, 0.1, 0.7].map(relationAt)).toEqual([false, false, true]);
  });

  it("compares the statements and what they are about, without their values", () => {
    expect(textsWorthEmbedding(between(older, newer))).toEqual([
      "invoices are pdf files",
      "invoices files",
      "bills are written as html pages",
      "bills",
    ]);
  });

  it("nothing is compared where it makes no difference", () => {
    expect(textsWorthEmbedding(between("Use PostgreSQL for orders", "Plant more trees"))).toEqual([]);
    const stating = relationByWords(stated("Use Redis for carts", "Valkey"), stated("Use Valkey for carts"));
    expect(textsWorthEmbedding(stating)).toEqual([]);
    expect(relationByMeaning(stating, () => 0)).toBe(stating);
  });
});

describe("The weights", () => {
  it.each([
    ["by words", TREES_BY_WORDS, FEATURES.length],
    ["by meaning", TREES_BY_MEANING, FEATURES.length + FEATURES_OF_MEANING.length],
  ])("%s are those of the features, and most features are used", (_, trees: Trees, count) => {
    expect(trees.length).toBe(RELATIONS.length);
    const used = new Set(trees.flat().flatMap(featuresIn));
    expect(Math.max(...used)).toBeLessThan(count);
    expect(used.size).toBeGreaterThan(0.8 * count);
  });

  it("are used: without them nothing is told apart", () => {
    const odds = ["Stop using tabs", "Use tabs", "Eat more fish"].map(
      (newer) => between("Use tabs", newer).odds,
    );
    expect(new Set(odds).size).toBe(3);
  });
});

function featuresIn(node: TreeNode): number[] {
  return typeof node === "number" ? [] : [node[0], ...featuresIn(node[2]), ...featuresIn(node[3])];
}
