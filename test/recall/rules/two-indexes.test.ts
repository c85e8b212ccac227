import { describe, expect, it } from "vitest";
import {
  bothIndexes,
  boundTerms,
  commonScale,
  type IndexedTerms,
} from "../../../src/recall/rules/query-terms.ts";

const index = (counts: Readonly<Record<string, number>>, rowsInIndex: number): IndexedTerms => ({
  terms: boundTerms(Object.entries(counts).map(([term, rows]) => ({ term, rows }))),
  rowsInIndex,
});

describe("the scores of two indexes", () => {
  it("stay as they are if the second index is empty", () => {
    const decisions = index({ zebra: 3, lion: 0 }, 50);
    const all = bothIndexes(decisions, index({}, 0));
    expect(all).toBe(decisions);
    expect(commonScale(decisions, all)(7.3)).toBe(7.3);
  });

  it("count a word in both", () => {
    const all = bothIndexes(
      index({ zebra: 3, lion: 0, ant: 0 }, 50),
      index({ zebra: 1, lion: 2, ant: 0 }, 10),
    );
    expect(all.rowsInIndex).toBe(60);
    expect(all.terms.kept).toEqual([
      { term: "lion", rows: 2 },
      { term: "zebra", rows: 4 },
    ]);
    expect(all.terms.absent).toEqual([{ term: "ant", rows: 0 }]);
  });

  it("are nothing in an index that has no word of the query, and in two of which none has one", () => {
    const [none, some] = [index({ zebra: 0 }, 5), index({ zebra: 2 }, 50)];
    expect(commonScale(none, bothIndexes(none, some))(0)).toBe(0);
    expect(commonScale(none, bothIndexes(none, index({ zebra: 0 }, 7)))(0)).toBe(0);
  });

  it("are as high for the only passage of a memory as for one of its decisions", () => {
    const decisions = index({ zebra: 0, lion: 1 }, 50);
    const passages = index({ zebra: 1, lion: 0 }, 1);
    const all = bothIndexes(decisions, passages);
    // The weight of a word that stands in every row of an index is next to nothing there.
    const best = (weight: number): number => 2.2 * weight;
    const inPassage = commonScale(passages, all)(best(1e-6));
    const inDecision = commonScale(decisions, all)(best(Math.log(49.5 / 1.5)));
    expect(inPassage / inDecision).toBeCloseTo(1, 5);
  });
});
