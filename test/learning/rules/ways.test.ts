import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currentShares, evidenceOf } from "../../../src/learning/rules/regime.ts";
import { type SameWay, sameWayBy } from "../../../src/learning/rules/same-way.ts";
import { evidenceFor, type Settled, waysOf } from "../../../src/learning/rules/ways.ts";

const DAY = 86_400_000;
const byWords = sameWayBy(undefined);

const settled = (statement: string, score: number, day: number, more: Partial<Settled> = {}): Settled => ({
  id: `dec_${String(day).padStart(3, "0")}`,
  choice: { statement, alternatives: [] },
  at: new Date(day * DAY),
  score,
  status: score === 1 ? "success" : score === 0 ? "failure" : "partial",
  ...more,
});

const POOLED = ["orders", "invoices", "carts"].map((thing, i) =>
  settled(`Use PostgreSQL with PgBouncer pooling for ${thing}`, 1, 10 * i),
);
const MONGO = ["reviews", "sessions", "tickets"].map((thing, i) =>
  settled(`Use MongoDB without transactions for ${thing}`, 0, 10 * i + 5),
);
const HISTORY = [...POOLED, ...MONGO];

const idsOf = (ways: readonly (readonly Settled[])[]): string[][] =>
  ways.map((way) => way.map(({ id }) => id));

describe("ways", () => {
  it("are what was decided alike and came out alike", () => {
    expect(idsOf(waysOf(HISTORY, byWords))).toEqual([POOLED.map(({ id }) => id), MONGO.map(({ id }) => id)]);
  });

  it("are the same in whatever order the decisions come", () => {
    const expected = idsOf(waysOf(HISTORY, byWords));
    fc.assert(
      fc.property(fc.shuffledSubarray(HISTORY, { minLength: HISTORY.length }), (shuffled) => {
        expect(idsOf(waysOf(shuffled, byWords))).toEqual(expected);
      }),
    );
  });

  it("keep a decision apart from the one that it replaced", () => {
    const first = settled("Use PostgreSQL with PgBouncer pooling for orders", 1, 1);
    const second = settled("Use PostgreSQL with PgBouncer pooling for all orders", 1, 2, {
      replaced: [first.id],
    });
    expect(waysOf([first, second], byWords)).toHaveLength(2);
  });

  it("are one if they only came out differently by chance", () => {
    const mixed = [1, 0, 1, 1, 0, 1].map((score, i) =>
      settled(`Use PostgreSQL with PgBouncer pooling for thing${i}`, score, i),
    );
    expect(waysOf(mixed, byWords)).toHaveLength(1);
  });
});

describe("the evidence for a decision", () => {
  const always = () => 1;

  it("is that of the way it goes", () => {
    const ways = waysOf(HISTORY, byWords);
    const proposed = {
      choice: { statement: "Use PostgreSQL with PgBouncer pooling for stock", alternatives: [] },
    };
    const weights = new Map(
      evidenceFor(proposed, ways, byWords, always).map((one) => [one.settled.id, one.weight]),
    );
    for (const { id } of POOLED) expect(weights.get(id)).toBeGreaterThan(0.9);
    for (const { id } of MONGO) expect(weights.get(id)).toBeLessThan(0.05);
  });

  it("is next to nothing for what nobody decided before", () => {
    const ways = waysOf(HISTORY, byWords);
    const proposed = { choice: { statement: "Write the handbook in Markdown", alternatives: [] } };
    for (const { weight } of evidenceFor(proposed, ways, byWords, always)) expect(weight).toBeLessThan(0.1);
  });

  it("fades with age", () => {
    const ways = waysOf(POOLED, byWords);
    const [half, whole] = [0.5, 1].map((age) => evidenceFor(POOLED[0] as Settled, ways, byWords, () => age));
    expect(half?.[0]?.weight).toBeCloseTo((whole?.[0]?.weight ?? 0) / 2);
  });
});

describe("a change of regime", () => {
  const scored = (scores: readonly number[]) => scores.map((score, i) => ({ score, at: new Date(i * DAY) }));

  it("leaves what was before it behind", () => {
    const shares = currentShares(scored([0, 0, 0, 0, 1, 1, 1, 1, 1]));
    for (const share of shares.slice(0, 4)) expect(share).toBeLessThan(0.4);
    for (const share of shares.slice(4)) expect(share).toBeGreaterThan(0.7);
  });

  it("is not seen in outcomes that vary", () => {
    for (const share of currentShares(scored([1, 0, 1, 1, 0, 1, 0, 1]))) expect(share).toBeGreaterThan(0.6);
  });

  it("is not looked for in three outcomes", () => {
    expect(currentShares(scored([0, 1, 1]))).toEqual([1, 1, 1]);
  });

  it("makes outcomes that turned once more probable than the same in turns", () => {
    expect(evidenceOf(scored([0, 0, 0, 1, 1, 1]))).toBeGreaterThan(evidenceOf(scored([0, 1, 0, 1, 0, 1])));
  });
});

describe("the odds of the same way", () => {
  const odds: SameWay = byWords;
  const stated = (statement: string, alternatives: string[] = []) => ({
    choice: { statement, alternatives },
  });

  it.each([
    ["what one does without", "Run the export without a time limit", "Run the mailing with a time limit"],
    [
      "the direction of a move",
      "Move the sessions from Redis to Postgres",
      "Move the carts from Postgres to Redis",
    ],
    ["a number of another size", "Set the pool of the shop to 15", "Set the pool of the shop to 400"],
  ])("see %s", (_, one, other) => {
    expect(odds(stated(one), stated(other))).toBeLessThan(0);
    expect(odds(stated(one), stated(one))).toBeGreaterThan(1);
  });

  it("are lower if one takes what the other turned down", () => {
    const [git, bucket] = ["State in git for the shop", "State in a bucket for the shop"];
    expect(odds(stated(bucket, ["state in git"]), stated(git))).toBeLessThan(
      odds(stated(bucket), stated(git)),
    );
  });

  it("do not depend on which comes first", () => {
    for (const [one, other] of HISTORY.flatMap((a) => HISTORY.map((b) => [a, b] as const)))
      expect(odds(one, other)).toBeCloseTo(odds(other, one), 12);
  });
});
