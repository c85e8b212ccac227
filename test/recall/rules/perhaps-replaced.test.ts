import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/recall/rules/match-candidates.ts";
import {
  areShort,
  bestFitting,
  differ,
  isSameThing,
  newerFirst,
  newestReplacements,
  otherwiseByWords,
  type Result,
} from "../../../src/recall/rules/perhaps-replaced.ts";
import { candidate } from "../../support/candidates.ts";
import { type DecisionFields, decision } from "../../support/decisions.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));

function result(
  id: string,
  statement: string,
  fields: DecisionFields = {},
  match: Partial<Candidate> = {},
): Result {
  return {
    decision: decision({ id, statement, topicStated: false, createdAt: day(1), ...fields }),
    candidate: candidate(id, match),
    score: 1,
    relevance: 0.9,
    strength: "strong",
    explanation: {
      match: 1,
      penalty: 1,
      activeBonus: 1,
      humanBonus: 0,
      topicBonus: 0,
    } as Result["explanation"],
  };
}
const idsOf = (pairs: readonly { older: Result; newer: Result }[]) =>
  pairs.map(({ older, newer }) => [older.decision.id, newer.decision.id]);

describe("By their words, a newer decision may have replaced an older one", () => {
  const [short, long] = ["Sessions last 30 minutes", "Sessions last 60 minutes"];
  const pairsOf = (older: DecisionFields, newer: DecisionFields) =>
    idsOf(
      otherwiseByWords([
        result("dec_new", long, { createdAt: day(2), ...newer }),
        result("dec_old", short, older),
      ]),
    );
  const FOUND = [["dec_old", "dec_new"]];

  it("if they say the same but for the value", () => expect(pairsOf({}, {})).toEqual(FOUND));

  it("if one turns down what the other chose, whatever else they say", () => {
    const [mongo, postgres] = ["Use MongoDB for orders", "Orders go into PostgreSQL, which has transactions"];
    const found = (alternatives: readonly [string[], string[]]) =>
      idsOf(
        otherwiseByWords([
          result("dec_old", mongo, { alternatives: alternatives[0] }),
          result("dec_new", postgres, { createdAt: day(2), alternatives: alternatives[1] }),
        ]),
      );
    expect(found([[], ["MongoDB"]])).toEqual(FOUND);
    expect(found([["PostgreSQL"], []])).toEqual(FOUND);
  });

  it("but not if they say the same, or have several differences", () => {
    expect(pairsOf({}, { statement: short })).toEqual([]);
    expect(pairsOf({}, { statement: "Invoices are kept for ten years" })).toEqual([]);
  });

  it.each([
    ["the older one does not hold", { standing: "superseded" }, {}],
    ["the newer one does not hold", {}, { standing: "deprecated" }],
    ["the newer one failed", {}, { progress: "failed" }],
    ["they are of different projects", {}, { project: "other" }],
    [
      "they have different topics that somebody stated",
      { topicStated: true, topic: "web" },
      { topicStated: true, topic: "app" },
    ],
  ] as [string, DecisionFields, DecisionFields][])("but not if %s", (_, older, newer) => {
    expect(pairsOf(older, newer)).toEqual([]);
  });

  it.each([
    ["the older one failed", { progress: "failed" }, {}],
    ["the topic of one was not stated", { topicStated: true, topic: "web" }, { topic: "app" }],
    ["the topics are the same", { topicStated: true, topic: "web" }, { topicStated: true, topic: "web" }],
  ] as [string, DecisionFields, DecisionFields][])("even if %s", (_, older, newer) => {
    expect(pairsOf(older, newer)).toEqual(FOUND);
  });

  it("and of two of the same time the one with the later id counts as newer", () => {
    const [a, b] = [result("dec_a", short), result("dec_b", long)];
    expect(idsOf(otherwiseByWords([a, b]))).toEqual([["dec_a", "dec_b"]]);
    expect(idsOf(otherwiseByWords([b, a]))).toEqual([["dec_a", "dec_b"]]);
  });
});

describe("By their meaning, the two that fit the question best are compared", () => {
  const answer = (id: string, cosine: number | undefined, n: number, more: Partial<Candidate> = {}) =>
    result(id, `Answer ${id}`, { createdAt: day(n) }, { cosine, ...more });
  const found = (...results: Result[]) => {
    const best = bestFitting(results);
    return (
      best && [best.older.decision.id, best.newer.decision.id, best.rivals.map(({ decision: { id } }) => id)]
    );
  };

  it("with what fits nearly as well as the second beside them", () => {
    expect(
      found(
        answer("dec_c", 0.55, 3),
        answer("dec_a", 0.9, 2),
        answer("dec_d", 0.57, 4),
        answer("dec_b", 0.8, 1),
      ),
    ).toEqual(["dec_b", "dec_a", ["dec_d"]]);
  });

  it("by the cosine of their own text, if that is known", () => {
    expect(
      found(answer("dec_a", 0.9, 1), answer("dec_b", 0.8, 2), answer("dec_c", 0.1, 3, { ownCosine: 0.95 })),
    ).toEqual(["dec_a", "dec_c", ["dec_b"]]);
  });

  it("but not without vectors, or with one answer only", () => {
    expect(found(answer("dec_a", 0.9, 1))).toBeUndefined();
    expect(found(answer("dec_a", 0.9, 1), answer("dec_b", undefined, 2))).toBeUndefined();
    expect(found(answer("dec_a", 0.9, 1), answer("dec_b", 0, 2))).toBeUndefined();
  });

  it("and not if the newer one failed", () => {
    const failed = result(
      "dec_b",
      "Answer dec_b",
      { createdAt: day(2), progress: "failed" },
      { cosine: 0.8 },
    );
    expect(found(answer("dec_a", 0.9, 1), failed)).toBeUndefined();
  });

  it("and are about the same thing if no other answer resembles one of them more", () => {
    const [older, newer, rival] = [answer("dec_a", 0.9, 1), answer("dec_b", 0.9, 2), answer("dec_c", 0.8, 3)];
    const isSame = (between: number, toRival: number, rivals: Result[] = [rival]) =>
      isSameThing({ older, newer, rivals }, (one) => (one === rival ? toRival : between));
    expect(isSame(0.13, 0)).toBe(true);
    expect(isSame(0.11, 0)).toBe(false);
    expect(isSame(0.5, 0.5)).toBe(true);
    expect(isSame(0.5, 0.51)).toBe(false);
    expect(isSame(0.5, 0.51, [])).toBe(true);
  });
});

describe("Two about the same thing say something else", () => {
  const pair = (one: string, other: string, reasoning?: string) => ({
    older: result("dec_a", one, { reasoning }),
    newer: result("dec_b", other, { reasoning }),
  });

  it("with another value, however far apart", () => {
    expect(differ(pair("Sessions last 30 minutes", "Sign people out after 60 minutes"), 0)).toBe(true);
  });

  it("with other names only if they are close, and closer with long reasons", () => {
    const names = ["Use PostgreSQL for orders", "Put the orders into MongoDB"] as const;
    expect([0.44, 0.45].map((cosine) => differ(pair(...names), cosine))).toEqual([false, true]);
    const reasons = "x".repeat(301);
    expect([0.69, 0.7].map((cosine) => differ(pair(...names, reasons), cosine))).toEqual([false, true]);
    expect(areShort(pair(...names, "x".repeat(300)))).toBe(true);
  });
});

describe("The newest replacement", () => {
  const [a, b, c] = [1, 2, 3].map((n) => result(`dec_${n}`, "Any", { createdAt: day(n) })) as [
    Result,
    Result,
    Result,
  ];

  it("counts, if several may have replaced a decision", () => {
    expect([
      ...newestReplacements([
        { older: a, newer: c },
        { older: a, newer: b },
      ]),
    ]).toEqual([["dec_1", "dec_3"]]);
  });

  it("comes directly above what it may have replaced, unless it is there or weaker", () => {
    const order = (results: readonly Result[]) =>
      newerFirst(results, new Map([["dec_1", "dec_3"]])).map(({ decision: { id } }) => id);
    expect(order([a, b, c])).toEqual(["dec_3", "dec_1", "dec_2"]);
    expect(order([c, b, a])).toEqual(["dec_3", "dec_2", "dec_1"]);
    expect(order([a, b, { ...c, strength: "weak" }])).toEqual(["dec_1", "dec_2", "dec_3"]);
    expect(order([a, b])).toEqual(["dec_1", "dec_2"]);
  });
});
