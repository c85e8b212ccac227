import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, matchWordings } from "../../../src/recall/rules/match-candidates.ts";
import { rank, rankWordings, type SearchMode } from "../../../src/recall/rules/ranking.ts";
import { RELEVANCE_THRESHOLD } from "../../../src/recall/rules/relevance.ts";
import { candidate, memory, mode, QUERY } from "../../support/candidates.ts";

const asked = (...lists: (readonly Candidate[])[]) =>
  lists.map((candidates) => ({ candidates, query: QUERY }));

const idsOf = ({ strong, weak }: ReturnType<typeof rank>): string[] =>
  [...strong, ...weak].map((ranked) => ranked.candidate.id);

const shown = (lists: (readonly Candidate[])[], searchMode: SearchMode = "balanced"): string[] =>
  idsOf(rankWordings(asked(...lists), searchMode));

const near = (id: string, cosine: number, fields: Partial<Candidate> = {}) =>
  candidate(id, { words: undefined, cosine, ...fields });

describe("several wordings of a question", () => {
  it("are ranked like the question if all of them say the same", () => {
    fc.assert(
      fc.property(memory, mode, fc.integer({ min: 1, max: 4 }), (candidates, searchMode, others) => {
        const alone = rank(candidates, QUERY, searchMode);
        const lists = Array.from({ length: 1 + others }, () => candidates);
        expect(shown(lists, searchMode)).toEqual(idsOf(alone));
      }),
    );
  });

  it("are one wording, unchanged to the bit, if the others found nothing", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, searchMode) => {
        const alone = rank(candidates, QUERY, searchMode);
        expect(rankWordings(asked(candidates), searchMode)).toEqual(alone);
        expect(rankWordings(asked(candidates, [], []), searchMode)).toEqual(alone);
        expect(rankWordings(asked([], candidates), searchMode)).toEqual(alone);
      }),
    );
  });

  it("return every candidate once, whichever wording found it", () => {
    fc.assert(
      fc.property(memory, memory, (first, second) => {
        const ids = matchWordings(asked(first, second)).map((matched) => matched.candidate.id);
        expect(ids.length).toBe(new Set(ids).size);
        expect(new Set(ids)).toEqual(new Set([...first, ...second].map(({ id }) => id)));
      }),
    );
  });

  it("put first what fits all of them, before what fits one of them best", () => {
    const first = [near("dec_all", 0.8), near("dec_first", 0.9), near("dec_second", 0.1)];
    const second = [near("dec_all", 0.8), near("dec_first", 0.1), near("dec_second", 0.9)];
    expect(shown([first, second])[0]).toBe("dec_all");
  });

  it("show what the question alone would not", () => {
    const question = [near("dec_missed", 0.15), near("dec_other", 0)];
    const other = [near("dec_missed", 0.7), near("dec_other", 0)];
    expect(shown([question])).toEqual([]);
    expect(shown([question, other])).toEqual(["dec_missed"]);
  });

  it("show nothing if the question is about something else than all the others", () => {
    const question = [near("dec_one", -0.1), near("dec_other", -0.2)];
    const others = [0.25, 0.28, 0.2].map((cosine) => [near("dec_one", cosine), near("dec_other", 0)]);
    expect(shown(others)).toEqual(["dec_one"]);
    expect(shown([question, ...others])).toEqual([]);
  });

  it("make nothing strong that is strong for a single one of the others", () => {
    const question = [near("dec_coincidence", 0.1), near("dec_other", 0)];
    const other = [near("dec_coincidence", 0.6), near("dec_other", 0)];
    expect(rankWordings(asked(other), "balanced").strong).toHaveLength(1);
    const { strong, weak } = rankWordings(asked(question, other, question), "balanced");
    expect([strong.length, weak.length]).toEqual([0, 1]);
    expect(weak[0]?.relevance).toBeLessThan(RELEVANCE_THRESHOLD);
  });

  it("count what one did not find as the least that it found", () => {
    const question = [near("dec_a", 0.8), near("dec_b", 0.2)];
    const other = [near("dec_a", 0.8), near("dec_b", 0.2), near("dec_c", 0.9)];
    const relevance = (lists: (readonly Candidate[])[]) =>
      matchWordings(asked(...lists)).find((matched) => matched.candidate.id === "dec_c")?.relevance;
    expect(relevance([question, other])).toBe(relevance([[...question, near("dec_c", 0.2)], other]));
  });

  it("still apply standing, targets and chains", () => {
    const old = { standing: "superseded", heads: ["dec_head"] } as const;
    const chain = (cosine: number) => [near("dec_old", cosine, old), near("dec_head", 0), near("dec_x", 0.1)];
    expect(shown([chain(0.2), chain(0.9)])).toEqual(["dec_head", "dec_old"]);
    expect(shown([chain(0.2), chain(0.9)], "strict")).toEqual(["dec_head"]);
    const target = { target: "cache" };
    const both = (a: number, b: number) => [near("dec_a", a, target), near("dec_b", b, target)];
    expect(shown([both(0.8, 0.7), both(0.9, 0.6)])).toEqual(["dec_a"]);
    expect(shown([both(0.8, 0.7), both(0.9, 0.6)], "audit")).toEqual(["dec_a", "dec_b"]);
  });

  it("show what waits for its vector if its words say so to any of them", () => {
    const waiting = (words: number) => candidate("dec_waits", { words, cosine: undefined });
    const others = [near("dec_x", 0), near("dec_y", 0.05)];
    expect(
      shown([
        [waiting(0), ...others],
        [waiting(20), ...others],
      ]),
    ).toEqual(["dec_waits"]);
  });

  it("say what it was found by in the words of the one that fits best", () => {
    const found = [near("dec_a", 0.3), near("dec_b", 0)];
    const better = [near("dec_a", 0.9), near("dec_b", 0)];
    const [best] = matchWordings(asked(found, better));
    expect(best?.candidate.cosine).toBe(0.9);
  });
});
