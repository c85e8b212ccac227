import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/recall/rules/match-candidates.ts";
import { type Ranked, type Ranking, rank, type SearchMode } from "../../../src/recall/rules/ranking.ts";
import {
  closenessOf,
  fillWithWeak,
  type MatchScores,
  MOST_WITH_WEAK,
  RELEVANCE_THRESHOLD,
  strengthOf,
} from "../../../src/recall/rules/relevance.ts";
import { candidate, memory, mode, QUERY } from "../../support/candidates.ts";

const idsOf = (list: readonly Ranked<Candidate>[]): string[] => list.map((one) => one.candidate.id);

const STANDINGS = ["active", "draft", "superseded", "deprecated"];

/** The results of a search that knows only one strength: all that is relevant enough, one per target. */
function relevantOnly({ strong, weak, leftOut }: Ranking<Candidate>, how: SearchMode): string[] {
  const scoreOrder = [...strong, ...weak, ...leftOut.map(({ ranked }) => ranked)].sort(
    (a, b) =>
      b.score - a.score ||
      b.relevance - a.relevance ||
      b.candidate.createdAt.getTime() - a.candidate.createdAt.getTime() ||
      (a.candidate.id < b.candidate.id ? -1 : 1),
  );
  const relevant = scoreOrder.filter(
    ({ relevance, candidate: { standing } }) =>
      relevance >= RELEVANCE_THRESHOLD && (how !== "strict" || standing === "active"),
  );
  const standsFor = (target: string): string | undefined =>
    STANDINGS.flatMap((standing) =>
      relevant.filter((one) => one.candidate.target === target && one.candidate.standing === standing),
    )[0]?.candidate.id;
  return idsOf(
    relevant.filter(
      ({ candidate: { id, target } }) => how === "audit" || target === undefined || standsFor(target) === id,
    ),
  );
}

describe("the strengths of a ranking", () => {
  it("leaves the strong results as if there were no weak ones", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const ranking = rank(candidates, QUERY, how);
        expect(idsOf(ranking.strong)).toEqual(relevantOnly(ranking, how));
      }),
    );
  });

  it("calls weak what is below the threshold and above the floor, ordered like the strong ones", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const { strong, weak, leftOut } = rank(candidates, QUERY, how);
        for (const { relevance } of strong) expect(relevance).toBeGreaterThanOrEqual(RELEVANCE_THRESHOLD);
        for (const { relevance } of weak) expect(relevance).toBeLessThan(RELEVANCE_THRESHOLD);
        for (const { ranked, because } of leftOut)
          expect(because === "relevance").toBe(
            ranked.strength === undefined && !(how === "strict" && ranked.candidate.standing !== "active"),
          );
        const scores = weak.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
    );
  });

  it("returns a weak decision only if no strong one has its target", () => {
    const strong = candidate("dec_old", { target: "database", standing: "deprecated" });
    const weak = candidate("dec_close", { target: "database", words: undefined, cosine: 0.25 });
    const both = rank([strong, weak], QUERY, "balanced");
    expect([idsOf(both.strong), idsOf(both.weak)]).toEqual([["dec_old"], []]);
    expect(both.leftOut).toMatchObject([{ because: "target", inFavourOf: "dec_old" }]);
    expect(idsOf(rank([weak], QUERY, "balanced").weak)).toEqual(["dec_close"]);
  });

  it.each([
    ["strong", { words: 35, cosine: 0.9 }],
    ["weak", { words: undefined, cosine: 0.25 }],
  ] as const)("gives the head of a chain the strength of what was hit: %s", (strength, match) => {
    const old = candidate("dec_old", { standing: "superseded", heads: ["dec_head"], ...match });
    const head = candidate("dec_head", { words: undefined, cosine: -0.2 });
    const ranking = rank([old, head], QUERY, "balanced");
    expect(idsOf(ranking[strength])).toEqual(["dec_head", "dec_old"]);
    expect(rank([head], QUERY, "balanced").leftOut).toMatchObject([{ because: "relevance" }]);
  });

  it("keeps to active decisions in strict mode, also among the weak ones", () => {
    const weak = candidate("dec_draft", { standing: "draft", words: undefined, cosine: 0.25 });
    expect(idsOf(rank([weak], QUERY, "balanced").weak)).toEqual(["dec_draft"]);
    expect(rank([weak], QUERY, "strict").leftOut).toMatchObject([
      { because: "standing", ranked: { strength: "weak" } },
    ]);
  });
});

describe("the floor", () => {
  const strengthAt = (relevance: number, row: MatchScores, query = QUERY) =>
    strengthOf(closenessOf(relevance, row, query));

  it("is reached by a relevance of 0.1, with or without a vector", () => {
    expect(strengthAt(0.1, {})).toBe("weak");
    expect(strengthAt(0.09, {})).toBeUndefined();
  });

  it("is reached by the meaning alone, for decisions that share no word with the question", () => {
    expect(strengthAt(0.01, { cosine: 0.19 })).toBe("weak");
    expect(strengthAt(0.01, { cosine: 0.18 })).toBeUndefined();
  });

  it("is higher for a passage, because one of many is near by chance", () => {
    expect(strengthAt(0.01, { cosine: 0.28, ownCosine: 0.1 })).toBeUndefined();
    expect(strengthAt(0.01, { cosine: 0.3, ownCosine: 0.1 })).toBe("weak");
    expect(strengthAt(0.12, { cosine: 0.2, ownCosine: 0.1 })).toBeUndefined();
    expect(strengthAt(0.15, { cosine: 0.2, ownCosine: 0.1 })).toBe("weak");
    expect(strengthAt(0.01, { cosine: 0.2, ownCosine: 0.19 })).toBe("weak");
  });

  it("is not reached by the meaning of a question in characters that the model cannot read", () => {
    expect(strengthAt(0.01, { cosine: 0.9 }, { ...QUERY, cjkShare: 1 })).toBeUndefined();
  });
});

describe("the questions that a decision is said to answer", () => {
  it("put it among the results, and never alone make it strong", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const helped = candidates.map((one) => ({ ...one, words: 40, cosine: 1, unaided: one }));
        const alone = rank(candidates, QUERY, "audit");
        const aided = rank(helped, QUERY, how);
        const strongAlone = new Set(idsOf(alone.strong));
        // The head of a chain takes the strength of what it replaced.
        const heads = candidates.flatMap(({ id, heads = [] }) => (strongAlone.has(id) ? heads : []));
        for (const id of idsOf(aided.strong)) expect([...strongAlone, ...heads]).toContain(id);
      }),
    );
    const found = candidate("dec_a", { unaided: { words: 1, cosine: 0.1 } });
    expect(idsOf(rank([found], QUERY, "balanced").weak)).toEqual(["dec_a"]);
  });
});

describe("a topic that is asked for by its name", () => {
  it("comes first, whatever else matches better", () => {
    fc.assert(
      fc.property(memory, (candidates) => {
        const named = candidate("dec_named", { words: 0, cosine: 0, named: true });
        const { strong } = rank([...candidates, named], QUERY, "balanced");
        expect(strong[0]?.candidate.id).toBe("dec_named");
      }),
    );
  });

  it("is answered by what replaced it", () => {
    const old = candidate("dec_old", { named: true, standing: "superseded", heads: ["dec_new"] });
    const head = candidate("dec_new", { words: 0, cosine: 0 });
    expect(idsOf(rank([old, head], QUERY, "balanced").strong)[0]).toBe("dec_new");
  });
});

describe("filling up with weak results", () => {
  it("puts all strong ones first, and as many weak ones as fit into five and into the limit", () => {
    const list = fc.array(fc.nat(), { maxLength: 25 });
    fc.assert(
      fc.property(list, list, fc.integer({ min: 1, max: 20 }), (strong, weak, limit) => {
        const filled = fillWithWeak(strong, weak, limit);
        const first = strong.slice(0, limit);
        expect(filled.slice(0, first.length)).toEqual(first);
        const added = filled.slice(first.length);
        expect(added).toEqual(weak.slice(0, added.length));
        expect(filled.length).toBe(
          Math.max(first.length, Math.min(first.length + weak.length, limit, MOST_WITH_WEAK)),
        );
      }),
    );
  });
});
