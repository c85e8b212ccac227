import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recencyOf, withRecency } from "../../../src/recall/rules/ranking.ts";
import { DAY_MS } from "../../../src/shared/time.ts";

const NOW = new Date("2026-03-01T00:00:00Z");
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

describe("recency", () => {
  it("is 1 today, 0.5 after 30 days and 0.25 after 60; a future date counts as today", () => {
    expect([0, 30, 60, -5].map((days) => recencyOf(daysAgo(days), NOW))).toEqual([1, 0.5, 0.25, 1]);
  });

  it("never ranks the newer of two equally relevant decisions lower", () => {
    void fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(900),
        fc.nat(900),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (relevance, a, b, weight) => {
          const score = (days: number) => withRecency(relevance, recencyOf(daysAgo(days), NOW), weight);
          if (a <= b) expect(score(a)).toBeGreaterThanOrEqual(score(b));
        },
      ),
    );
  });

  it("is relevance alone at weight 0, and recency alone at weight 1", () => {
    expect(withRecency(0.8, 0.1, 0)).toBeCloseTo(0.8);
    expect(withRecency(0.8, 0.1, 1)).toBeCloseTo(0.1);
  });
});
