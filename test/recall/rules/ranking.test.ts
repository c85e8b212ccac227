import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHIPPED_PROFILE } from "../../../src/recall/rules/model-profile.ts";
import { rank } from "../../../src/recall/rules/ranking.ts";
import { type QueryProfile, RELEVANCE_THRESHOLD } from "../../../src/recall/rules/relevance.ts";
import type { AuthorKind } from "../../../src/shared/actor.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { candidate, memory, mode, QUERY } from "../../support/candidates.ts";

const KOREAN: QueryProfile = { ...QUERY, cjkShare: 1 };

const resultIds = (...args: Parameters<typeof rank>): string[] =>
  rank(...args).strong.map((result) => result.candidate.id);

/** Strong and weak ones in the order in which they are shown. */
const shown = (...args: Parameters<typeof rank>) => {
  const { strong, weak } = rank(...args);
  return [...strong, ...weak];
};
const shownIds = (...args: Parameters<typeof rank>): string[] =>
  shown(...args).map((one) => one.candidate.id);

describe("a row that is not embedded yet", () => {
  const byWords: QueryProfile = { ...QUERY, model: undefined };
  const coincidence = candidate("dec_coincidence", { words: 10, cosine: undefined });
  const same = candidate("dec_same", { words: 40, cosine: undefined });

  it("is found by its own words, and not by a coincidence, if the query has a vector", () => {
    expect(resultIds([coincidence, same], QUERY, "balanced")).toEqual(["dec_same"]);
  });

  it("is preferred to a missed one, also as a coincidence, if only words are searched", () => {
    expect(resultIds([coincidence, same], byWords, "balanced")).toEqual(["dec_same", "dec_coincidence"]);
  });

  it("is never more relevant because the query has a vector", () => {
    const found = fc.integer({ min: 0, max: 40 });
    const asked = fc.record({ all: fc.integer({ min: 18, max: 60 }), cjkShare: fc.constantFrom(0, 0.5, 1) });
    fc.assert(
      fc.property(found, asked, (words, { all, cjkShare }) => {
        const one = candidate("dec_one", { words, cosine: undefined });
        const profile = { information: { ...QUERY.information, all }, cjkShare };
        const [loose, strict] = [profile, { ...profile, model: SHIPPED_PROFILE }].map((text) => {
          const { strong, weak, leftOut } = rank([one], text, "audit");
          return (strong[0] ?? weak[0] ?? leftOut[0]?.ranked)?.relevance as number;
        }) as [number, number];
        expect(strict).toBeLessThanOrEqual(loose);
      }),
    );
  });
});

describe("combining words and meaning", () => {
  it("ranks high what matches by meaning without a common word, and by words without a close meaning", () => {
    const both = candidate("dec_both", { words: 18, cosine: 0.75 });
    const others = [
      candidate("dec_words", { words: 22, cosine: 0.4 }),
      candidate("dec_meaning", { words: undefined }),
    ];
    expect(resultIds([...others, both], QUERY, "balanced")[0]).toBe("dec_both");
    expect(resultIds([...others, both], QUERY, "balanced")).toHaveLength(3);
  });

  it("weights meaning more than words in Latin script, and words far more in CJK, which the model cannot read", () => {
    const candidates = [
      candidate("dec_words", { words: 35, cosine: 0.45 }),
      candidate("dec_meaning", { words: 15, cosine: 0.8 }),
      candidate("dec_between", { words: 20, cosine: 0.5 }),
    ];
    expect(resultIds(candidates, QUERY, "balanced")[0]).toBe("dec_meaning");
    expect(resultIds(candidates, KOREAN, "balanced")[0]).toBe("dec_words");
  });

  it("ranks by words alone if nothing is embedded, and by meaning alone if no word is shared", () => {
    const byWords = [10, 30, 20].map((words) => candidate(`dec_${words}`, { words, cosine: undefined }));
    expect(resultIds(byWords, { ...QUERY, model: undefined }, "balanced")).toEqual([
      "dec_30",
      "dec_20",
      "dec_10",
    ]);
    const byMeaning = [0.7, 0.9, 0.8].map((cosine) =>
      candidate(`dec_${cosine}`, { words: undefined, cosine }),
    );
    expect(resultIds(byMeaning, QUERY, "balanced")).toEqual(["dec_0.9", "dec_0.8", "dec_0.7"]);
  });

  it("ranks a decision without a vector high if its words match best", () => {
    const candidates = [
      candidate("dec_new", { words: 35, cosine: undefined }),
      ...[0.5, 0.52, 0.54].map((cosine) => candidate(`dec_${cosine}`, { words: 8, cosine })),
    ];
    expect(resultIds(candidates, QUERY, "balanced")[0]).toBe("dec_new");
  });
});

describe("the ranking policy", () => {
  it.each([
    ["active", 2],
    ["draft", 0.4],
    ["superseded", 0.2],
    ["deprecated", 0.05],
  ] as const)(
    "scores the best match, when it is %s, as %f, and 0.1 more only when it is a human's",
    (standing, score) => {
      const scoreOf = (authorKind: AuthorKind) =>
        rank([candidate("dec_a", { standing, authorKind })], QUERY, "balanced").strong[0]?.score;
      expect(scoreOf("agent")).toBeCloseTo(score, 9);
      expect(scoreOf("script")).toBeCloseTo(score, 9);
      expect(scoreOf("human")).toBeCloseTo(score + 0.1, 9);
    },
  );

  it("returns only active decisions in strict mode", () => {
    fc.assert(
      fc.property(memory, (candidates) => {
        for (const result of shown(candidates, QUERY, "strict"))
          expect(result.candidate.standing).toBe("active");
      }),
    );
  });

  it("puts every active decision above every other of its strength in balanced mode", () => {
    fc.assert(
      fc.property(memory, (candidates) => {
        const { strong, weak } = rank(candidates, QUERY, "balanced");
        for (const list of [strong, weak]) {
          const active = list.map(({ candidate: { standing } }) => standing === "active");
          expect(active.lastIndexOf(true)).toBe(active.filter(Boolean).length - 1);
        }
      }),
    );
  });

  it("returns one decision per target, the most relevant active one, and names it for those left out", () => {
    const ranking = rank(
      [
        candidate("dec_old", { target: "database", standing: "superseded", words: 39, cosine: 0.95 }),
        candidate("dec_weaker", { target: "database", words: 10, cosine: 0.5 }),
        candidate("dec_stronger", { target: "database", words: 20, cosine: 0.6 }),
        candidate("dec_other", { target: "cache", words: 5, cosine: 0.5 }),
        candidate("dec_untold", { words: 5, cosine: 0.49 }),
      ],
      QUERY,
      "balanced",
    );
    expect(ranking.strong.map((one) => one.candidate.id)).toEqual([
      "dec_stronger",
      "dec_other",
      "dec_untold",
    ]);
    expect(
      ranking.leftOut.map(({ ranked, because, inFavourOf }) => [ranked.candidate.id, because, inFavourOf]),
    ).toEqual([
      ["dec_weaker", "target", "dec_stronger"],
      ["dec_old", "target", "dec_stronger"],
    ]);
  });

  it("Agent Memory, guarantee 3: of one target, an active decision is returned before a draft, then a superseded one, then a retracted one", () => {
    const versions = [
      candidate("dec_active", { words: 6, cosine: 0.5 }),
      candidate("dec_draft", { standing: "draft", words: 7, cosine: 0.52 }),
      candidate("dec_superseded", { standing: "superseded", authorKind: "human", words: 20, cosine: 0.7 }),
      candidate("dec_retracted", { standing: "deprecated", authorKind: "human", words: 39, cosine: 0.95 }),
    ].map((version) => ({ ...version, target: "database" }));
    const other = candidate("dec_other", { words: 5, cosine: 0.45 });
    for (const [i, { id }] of versions.entries()) {
      const { strong, leftOut } = rank([...versions.slice(i), other], QUERY, "balanced");
      expect(strong.map((one) => one.candidate.id)).toContain(id);
      expect(leftOut.map(({ inFavourOf }) => inFavourOf)).toEqual(versions.slice(i + 1).map(() => id));
    }
  });

  it("never returns two decisions of a target, except in audit mode", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const targets = shown(candidates, QUERY, how).flatMap((one) => one.candidate.target ?? []);
        if (how !== "audit") expect(new Set(targets).size).toBe(targets.length);
      }),
    );
  });

  it("returns all standings ordered by match alone in audit mode", () => {
    const candidates = [
      candidate("dec_old", {
        standing: "superseded",
        target: "database",
        words: 35,
        cosine: 0.9,
        heads: ["dec_new"],
      }),
      candidate("dec_gone", { standing: "deprecated", target: "database", words: 30, cosine: 0.8 }),
      candidate("dec_new", { target: "database", authorKind: "human", words: 5, cosine: 0.6 }),
    ];
    expect(resultIds(candidates, QUERY, "audit")).toEqual(["dec_old", "dec_gone", "dec_new"]);
    expect(rank(candidates, QUERY, "audit").strong.map(({ score }) => score)).toEqual([
      1,
      expect.closeTo(0.7, 0),
      0,
    ]);
  });
});

describe("the head of a chain", () => {
  const old = candidate("dec_old", { standing: "superseded", words: 35, cosine: 0.9, heads: ["dec_head"] });
  const head = candidate("dec_head", { words: undefined, cosine: 0.2 });
  const others = [0.5, 0.55, 0.6].map((cosine) => candidate(`dec_${cosine}`, { words: 12, cosine }));

  it.each(["strict", "balanced"] as const)("inherits the match of the superseded decision (%s)", (how) => {
    const [first] = rank([...others, head, old], QUERY, how).strong;
    expect(first?.candidate.id).toBe("dec_head");
    expect(first?.explanation.inPlaceOf).toBe("dec_old");
    expect(first?.relevance).toBeGreaterThan(RELEVANCE_THRESHOLD);
  });

  it("keeps its own match if that is better", () => {
    const better = candidate("dec_head", { words: 38, cosine: 0.95 });
    const [first] = rank([old, better], QUERY, "balanced").strong;
    expect(first?.candidate.id).toBe("dec_head");
    expect(first?.explanation.inPlaceOf).toBeUndefined();
  });

  it("is returned whenever the superseded decision is, and above it", () => {
    fc.assert(
      fc.property(memory, (candidates) => {
        const untold = candidates.map((one) => ({ ...one, target: undefined }));
        const ids = shownIds(untold, QUERY, "balanced");
        for (const { id, heads = [] } of untold) {
          if (!ids.includes(id)) continue;
          for (const one of heads) expect(ids.indexOf(one)).toBeLessThan(ids.indexOf(id));
          expect(heads.every((one) => ids.includes(one))).toBe(true);
        }
      }),
    );
  });
});

describe("every ranking", () => {
  it("contains each candidate once, as a result or with the reason it was left out", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const { strong, weak, leftOut } = rank(candidates, QUERY, how);
        const ids = [...strong, ...weak, ...leftOut.map(({ ranked }) => ranked)].map(
          (one) => one.candidate.id,
        );
        expect(ids.sort()).toEqual(candidates.map(({ id }) => id).sort());
      }),
    );
  });

  it("explains each score by its parts", () => {
    fc.assert(
      fc.property(memory, mode, (candidates, how) => {
        const { strong, weak, leftOut } = rank(candidates, QUERY, how);
        for (const { score, explanation } of [...strong, ...weak, ...leftOut.map(({ ranked }) => ranked)]) {
          const { match, penalty, activeBonus, humanBonus, topicBonus } = explanation;
          expect(match).toBeGreaterThanOrEqual(0);
          expect(match).toBeLessThanOrEqual(1);
          expect(score).toBeCloseTo(match * penalty + activeBonus + humanBonus + topicBonus, 9);
        }
      }),
    );
  });

  it("is the same for the same candidates in any order", () => {
    fc.assert(
      fc.property(memory, mode, fc.infiniteStream(fc.nat()), (candidates, how, keys) => {
        const shuffled = candidates
          .map((one) => ({ one, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(shownIds(shuffled, QUERY, how)).toEqual(shownIds(candidates, QUERY, how));
      }),
    );
  });

  it("puts the newer of two equals first", () => {
    const [older, newer] = [candidate("dec_a"), candidate("dec_b", { createdAt: new Date(DAY_MS) })];
    expect(resultIds([older, newer], QUERY, "balanced")).toEqual(["dec_b", "dec_a"]);
  });

  it("is empty for no candidates", () => {
    expect(rank([], QUERY, "balanced")).toEqual({ strong: [], weak: [], leftOut: [] });
  });
});
