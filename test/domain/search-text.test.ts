import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, searchTerms } from "../../src/domain/search-text.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

describe("a text as the word index sees it", () => {
  it("keeps words with spaces between them", () => {
    expect(indexText("Use PostgreSQL, not MongoDB")).toBe("Use PostgreSQL, not MongoDB");
  });

  it.each([
    ["레디스", ["레", "디", "스", "레디", "디스", "w레"]],
    ["数据库", ["数", "据", "库", "数据", "据库", "w数"]],
    ["セッション", ["セ", "ッ", "シ", "ョ", "ン", "セッ", "ッシ", "ショ", "ョン", "wセ"]],
    ["가", ["가", "w가"]],
    ["Redis를 쓴다", ["Redis", "를", "w를", "쓴", "다", "쓴다", "w쓴"]],
    ["a漢b", ["a", "漢", "w漢", "b"]],
  ])("turns the CJK runs of %s into characters, pairs and a beginning", (text, expected) => {
    expect(words(indexText(text))).toEqual(expected);
  });

  it("does not pair characters over a gap", () => {
    expect(words(indexText("세션 저장"))).not.toContain("션저");
  });

  it("does not break a character outside the basic plane", () => {
    expect(words(indexText("𠀀𠀁"))).toEqual(["𠀀", "𠀁", "𠀀𠀁", "w𠀀"]);
  });
});

describe("the words to look a text up by", () => {
  it("are lowercase, distinct and in order, without punctuation", () => {
    expect(searchTerms('Cache the "cache"; NOT (the) Database*')).toEqual([
      "cache",
      "the",
      "not",
      "database",
    ]);
  });

  it("find a two-syllable Korean word inside a compound", () => {
    const document = new Set(words(indexText("사용자세션저장소")));
    expect(searchTerms("세션").filter((term) => document.has(term))).toEqual(["세", "션", "세션"]);
  });

  it.each(["", "   ", '"*()-', "🚀"])("are none for %j", (text) => {
    expect(searchTerms(text)).toEqual([]);
  });

  it("hold nothing but letters and digits, so that they can be quoted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const term of searchTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});
