import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AskedText, RELEVANT, relevanceOf } from "../../../src/domain/recall/relevance.ts";

/** A query of a few words, all of them known. */
const ASKED: AskedText = { mass: { best: 40, known: 18, all: 18, familiar: 1 }, cjkShare: 0 };
const KOREAN: AskedText = { ...ASKED, cjkShare: 1 };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const cosine = fc.double({ min: -1, max: 1, noNaN: true });
const asked = fc.record({
  mass: fc
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
});

describe("how relevant a row is to a query", () => {
  it("is a probability, whatever is known", () => {
    fc.assert(
      fc.property(
        fc.option(fc.double({ min: 0, max: 1_000, noNaN: true }), { nil: undefined }),
        fc.option(cosine, { nil: undefined }),
        asked,
        (words, nearness, text) => {
          const relevance = relevanceOf({ words, cosine: nearness }, text);
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("grows with common words and with nearness in meaning", () => {
    fc.assert(
      fc.property(asked, share, share, cosine, cosine, (text, a, b, near, nearer) => {
        const [fewer, more] = [Math.min(a, b) * text.mass.best, Math.max(a, b) * text.mass.best];
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

  it("is enough for a row that says the same in the same words, embedded or not yet", () => {
    expect(relevanceOf({ words: 30, cosine: 0.8 }, ASKED)).toBeGreaterThan(0.95);
    expect(relevanceOf({ words: 30 }, ASKED)).toBeGreaterThan(RELEVANT);
    expect(relevanceOf({ words: 30 }, KOREAN)).toBeGreaterThan(RELEVANT);
  });

  it("is enough for a paraphrase without a common word", () => {
    expect(relevanceOf({ cosine: 0.65 }, ASKED)).toBeGreaterThan(RELEVANT);
  });

  it("is not enough for the best of a memory about other things", () => {
    const foreign: AskedText = { mass: { best: 20, known: 9, all: 60, familiar: 0.15 }, cjkShare: 0 };
    expect(relevanceOf({ words: 9, cosine: 0.35 }, foreign)).toBeLessThan(RELEVANT);
  });

  it("does not trust a model of Latin script in Korean: without common words nothing is relevant", () => {
    expect(relevanceOf({ words: 0, cosine: 0.95 }, KOREAN)).toBeLessThan(RELEVANT);
  });

  it("lies between the two scripts for a mixed query", () => {
    const evidence = { words: 12, cosine: 0.5 };
    const mixed = relevanceOf(evidence, { ...ASKED, cjkShare: 0.5 });
    const ends = [relevanceOf(evidence, ASKED), relevanceOf(evidence, KOREAN)];
    expect(mixed).toBeGreaterThan(Math.min(...ends));
    expect(mixed).toBeLessThan(Math.max(...ends));
  });

  it("has something to say about a query without words, and about the first decision of a memory", () => {
    expect(
      relevanceOf({ cosine: 0.9 }, { mass: { best: 0, known: 0, all: 0, familiar: 0 }, cjkShare: 0 }),
    ).toBeGreaterThan(RELEVANT);
    expect(
      relevanceOf(
        { words: 3e-6 },
        { mass: { best: 4.4e-6, known: 8, all: 8.1, familiar: 0.99 }, cjkShare: 0 },
      ),
    ).toBeGreaterThan(RELEVANT);
  });
});
