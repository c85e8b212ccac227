import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  boundTerms,
  informationIn,
  MOST_ROWS,
  termsThatMatter,
} from "../../../src/recall/rules/query-terms.ts";

const counted = fc.array(
  fc.record({ term: fc.string({ minLength: 1 }), rows: fc.integer({ min: 0, max: 50_000 }) }),
  { maxLength: 60 },
);
const rowsOf = (terms: readonly { rows: number }[]): number => terms.reduce((sum, { rows }) => sum + rows, 0);

describe("the search terms of a query", () => {
  it("are the rarest ones that together stay within the row limit", () => {
    const terms = boundTerms(
      [
        { term: "the", rows: 900 },
        { term: "cache", rows: 40 },
        { term: "flibbertigibbet", rows: 0 },
        { term: "redis", rows: 7 },
        { term: "use", rows: 300 },
      ],
      100,
    );
    expect(terms.kept.map(({ term }) => term)).toEqual(["redis", "cache"]);
    expect(terms.dropped.map(({ term }) => term)).toEqual(["use", "the"]);
    expect(terms.absent.map(({ term }) => term)).toEqual(["flibbertigibbet"]);
  });

  it("include at least one term that occurs, however common it is", () => {
    expect(boundTerms([{ term: "the", rows: MOST_ROWS }], 100).kept).toHaveLength(1);
  });

  it("match a bounded number of rows, and no dropped term is rarer than a kept one", () => {
    fc.assert(
      fc.property(counted, (terms) => {
        const { kept, dropped, absent } = boundTerms(terms);
        expect([...kept, ...dropped, ...absent]).toHaveLength(terms.length);
        if (kept.length > 1) expect(rowsOf(kept)).toBeLessThanOrEqual(MOST_ROWS);
        const commonest = kept.at(-1)?.rows ?? 0;
        for (const { rows } of dropped) expect(rows).toBeGreaterThanOrEqual(commonest);
        if (rowsOf(terms) > 0) expect(kept.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the information in a query", () => {
  const information = (terms: Record<string, number>, rowsInIndex: number) =>
    informationIn(boundTerms(Object.entries(terms).map(([term, rows]) => ({ term, rows }))), rowsInIndex);

  it("is higher for rare words than for common ones", () => {
    expect(information({ redis: 2 }, 1_000).known).toBeGreaterThan(
      information({ service: 200 }, 1_000).known,
    );
  });

  it("counts absent words as unknown, but hardly in a young memory", () => {
    const share = (rowsInIndex: number): number => {
      const { known, all } = information({ redis: 1, flibbertigibbet: 0 }, rowsInIndex);
      return known / all;
    };
    expect(share(1_000)).toBeLessThan(0.5);
    expect(share(3)).toBeGreaterThan(0.9);
  });

  it("treats a query without any known word as familiar in a young memory, but not in a grown one", () => {
    const familiar = (rowsInIndex: number): number =>
      information({ flibbertigibbet: 0, gobbledygook: 0 }, rowsInIndex).familiar;
    expect(familiar(3)).toBeGreaterThan(0.8);
    expect(familiar(100)).toBeCloseTo(0.45, 2);
    expect(familiar(10_000)).toBeLessThan(0.01);
    expect(information({ redis: 1 }, 1_000).familiar).toBe(1);
  });

  it("has a best possible score above zero even if every row has every word", () => {
    expect(information({ redis: 1, cache: 1 }, 1).best).toBeGreaterThan(0);
  });

  it("is zero for a query without words", () => {
    expect(information({}, 1_000)).toEqual({ best: 0, known: 0, all: 0, familiar: 0 });
  });
});

describe("terms that say the same", () => {
  const ROWS = 1_000;
  const short = { term: "adr", rows: 20 };
  const long = { term: "architecture decision record", rows: 5 };
  const template = { term: "template", rows: 10 };
  const wordings = [[["adr"], ["architecture decision record"]]];

  it("count once, as the wording that is known and says least", () => {
    const asked = boundTerms([short, template]);
    const searched = { ...boundTerms([short, long, template]), alternatives: wordings };
    expect(informationIn(searched, ROWS)).toEqual(informationIn(asked, ROWS));
    const turned = { ...searched, alternatives: wordings.map((ways) => ways.toReversed()) };
    expect(informationIn(turned, ROWS)).toEqual(informationIn(asked, ROWS));
  });

  it("are known if one wording is, and the others are then no unknown words", () => {
    const unknown = { term: "adr", rows: 0 };
    const searched = { ...boundTerms([unknown, long, template]), alternatives: wordings };
    expect(informationIn(searched, ROWS)).toEqual(informationIn(boundTerms([long, template]), ROWS));
  });

  it("count as they are asked for if the memory knows none of them", () => {
    const [a, b] = [short, long].map(({ term }) => ({ term, rows: 0 }));
    const searched = { ...boundTerms([a!, b!, template]), alternatives: wordings };
    expect(informationIn(searched, ROWS)).toEqual(informationIn(boundTerms([a!, template]), ROWS));
  });

  it("keep a wording of several words together: it is known only as a whole", () => {
    const terms = [
      { term: "e", rows: 0 },
      { term: "mail", rows: 3 },
      { term: "email", rows: 9 },
    ];
    const searched = { ...boundTerms(terms), alternatives: [[["e", "mail"], ["email"]]] };
    expect(informationIn(searched, ROWS)).toEqual(informationIn(boundTerms([terms[2]!]), ROWS));
  });
});

describe("the parts of a compound", () => {
  const parts = [
    { term: "log", rows: 9 },
    { term: "in", rows: 90 },
  ];
  const query = { words: ["log", "in"], oneWords: [{ whole: "signin", parts: ["log", "in"] }] };

  it("are not searched for where the memory has the whole", () => {
    const whole = { term: "signin", rows: 3 };
    expect(termsThatMatter([...parts, whole], query)).toEqual([whole]);
  });

  it("are where it does not", () => {
    const whole = { term: "signin", rows: 0 };
    expect(termsThatMatter([...parts, whole], query)).toEqual(parts);
  });
});

it("a word that the memory does not have stays a term, but not its other wordings", () => {
  const absent = ["unheard", "un-heard"].map((term) => ({ term, rows: 0 }));
  expect(termsThatMatter(absent, { words: ["unheard"] })).toEqual([absent[0]]);
});
