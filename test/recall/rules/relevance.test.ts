import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHIPPED_PROFILE } from "../../../src/recall/rules/model-profile.ts";
import {
  cautiousRelevance,
  type QueryProfile,
  RELEVANCE_THRESHOLD,
  relevanceOf,
} from "../../../src/recall/rules/relevance.ts";

/** A query of a few words, all of them known. */
const QUERY: QueryProfile = {
  information: { best: 40, known: 18, all: 18, familiar: 1 },
  cjkShare: 0,
  model: SHIPPED_PROFILE,
};
const KOREAN: QueryProfile = { ...QUERY, cjkShare: 1 };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });
const query = fc.record({
  information: fc
    .record({
      best: fc.double({ min: 0, max: 500, noNaN: true }),
      known: fc.double({ min: 0, max: 300, noNaN: true }),
    })
    .chain(({ best, known }) =>
      fc.double({ min: 0, max: 300, noNaN: true }).map((unknown) => {
        const all = known + unknown;
        return { best, known, all, familiar: all === 0 ? 0 : known / all };
      }),
    ),
  cjkShare: share,
  model: fc.constant(SHIPPED_PROFILE),
});

describe("how relevant a row is to a query", () => {
  it("is always a probability", () => {
    fc.assert(
      fc.property(
        fc.option(fc.double({ min: 0, max: 1_000, noNaN: true }), { nil: undefined }),
        fc.option(cosine, { nil: undefined }),
        query,
        (words, nearness, text) => {
          const relevance = relevanceOf({ words, cosine: nearness }, text);
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("grows with common words and with the cosine", () => {
    fc.assert(
      fc.property(query, share, share, cosine, cosine, (text, a, b, near, nearer) => {
        const [fewer, more] = [
          Math.min(a, b) * text.information.best,
          Math.max(a, b) * text.information.best,
        ];
        const [far, close] = [Math.min(near, nearer), Math.max(near, nearer)];
        expect(relevanceOf({ words: more, cosine: close }, text)).toBeGreaterThanOrEqual(
          relevanceOf({ words: fewer, cosine: far }, text),
        );
        expect(relevanceOf({ words: more }, text)).toBeGreaterThanOrEqual(
          relevanceOf({ words: fewer }, text),
        );
      }),
    );
  });

  it("is above the threshold for a row with the same words, with and without a vector", () => {
    expect(relevanceOf({ words: 30, cosine: 0.8 }, QUERY)).toBeGreaterThan(0.95);
    expect(relevanceOf({ words: 30 }, QUERY)).toBeGreaterThan(RELEVANCE_THRESHOLD);
    expect(relevanceOf({ words: 30 }, KOREAN)).toBeGreaterThan(RELEVANCE_THRESHOLD);
  });

  it("is above the threshold for a paraphrase without a common word", () => {
    expect(relevanceOf({ cosine: 0.65 }, QUERY)).toBeGreaterThan(RELEVANCE_THRESHOLD);
  });

  it("is below the threshold for the best row of a memory about other things", () => {
    const foreign: QueryProfile = {
      information: { best: 20, known: 9, all: 60, familiar: 0.15 },
      cjkShare: 0,
      model: SHIPPED_PROFILE,
    };
    expect(relevanceOf({ words: 9, cosine: 0.35 }, foreign)).toBeLessThan(RELEVANCE_THRESHOLD);
  });

  it("ignores the cosine for Korean, which the model cannot read: without common words nothing is relevant", () => {
    expect(relevanceOf({ words: 0, cosine: 0.95 }, KOREAN)).toBeLessThan(RELEVANCE_THRESHOLD);
  });

  it("is between the two scripts for a mixed query", () => {
    const evidence = { words: 12, cosine: 0.5 };
    const mixed = relevanceOf(evidence, { ...QUERY, cjkShare: 0.5 });
    const ends = [relevanceOf(evidence, QUERY), relevanceOf(evidence, KOREAN)];
    expect(mixed).toBeGreaterThan(Math.min(...ends));
    expect(mixed).toBeLessThan(Math.max(...ends));
  });

  it("works for a query without words, and in a memory with a single decision", () => {
    expect(
      relevanceOf(
        { cosine: 0.9 },
        { information: { best: 0, known: 0, all: 0, familiar: 0 }, cjkShare: 0, model: SHIPPED_PROFILE },
      ),
    ).toBeGreaterThan(RELEVANCE_THRESHOLD);
    expect(
      relevanceOf(
        { words: 3e-6 },
        {
          information: { best: 4.4e-6, known: 8, all: 8.1, familiar: 0.99 },
          cjkShare: 0,
          model: SHIPPED_PROFILE,
        },
      ),
    ).toBeGreaterThan(RELEVANCE_THRESHOLD);
  });
});

describe("The relevance for learning and advice", () => {
  it("is the usual one where a cosine tells something", () => {
    for (const row of [{ cosine: 0.9 }, { cosine: 0.1, words: 20 }, { cosine: 0 }])
      expect(cautiousRelevance(row, QUERY)).toBe(relevanceOf(row, QUERY));
  });

  it("is never more than the usual one by words alone, and grows with them", () => {
    const all = [0, 5, 10, 20, 28, 40].map((words) => cautiousRelevance({ words }, QUERY));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all[0]).toBeLessThan(0.1);
    // A word that occurs once has seven tenths of the best score.
    expect(all[4]).toBe(all[5]);
    expect(all[3]).toBeLessThan(all[4] ?? 0);
    expect(cautiousRelevance({}, QUERY)).toBe(all[0]);
    const nothing = { ...QUERY, information: { best: 0, known: 0, all: 0, familiar: 0 } };
    expect(cautiousRelevance({ words: 3 }, nothing)).toBe(relevanceOf({ words: 0 }, nothing));
  });
});
