import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, searchTerms, textQuery } from "../../src/shared/words/search-text.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

describe("indexText", () => {
  it("leaves words separated by spaces unchanged", () => {
    expect(indexText("Use PostgreSQL, not MongoDB")).toBe("Use PostgreSQL, not MongoDB");
  });

  it.each([
    ["레디스", ["레", "디", "스", "레디", "디스", "w레"]],
    ["数据库", ["数", "据", "库", "数据", "据库", "w数"]],
    ["セッション", ["セ", "ッ", "シ", "ョ", "ン", "セッ", "ッシ", "ショ", "ョン", "wセ"]],
    ["가", ["가", "w가"]],
    ["Redis를 쓴다", ["Redis", "를", "w를", "쓴", "다", "쓴다", "w쓴"]],
    ["a漢b", ["a", "漢", "w漢", "b"]],
  ])("turns the CJK runs of %s into characters, pairs and a marked first character", (text, expected) => {
    expect(words(indexText(text))).toEqual(expected);
  });

  it.each([
    ["getUserById", ["getUserById", "get", "User", "By", "Id"]],
    ["user_id", ["userid", "user", "id"]],
    ["MAX_RETRIES", ["MAXRETRIES", "MAX", "RETRIES"]],
    ["parseHTTPResponse", ["parseHTTPResponse", "parse", "HTTP", "Response"]],
    ["__init__", ["__init__"]],
    ["JavaScript", ["JavaScript"]],
    ["IPv6", ["IPv6"]],
    ["InvoiceNumber.kt", ["InvoiceNumber", "Invoice", "Number.kt"]],
  ])("indexes the identifier %s whole and by its parts", (identifier, expected) => {
    expect(words(indexText(identifier))).toEqual(expected);
  });

  it.each([
    ["an e-mail", ["an", "e-mail", "ϙemail"]],
    ["We log in", ["We", "log", "in", "ϙsignin"]],
    ["an end-to-end test", ["an", "end-to-end", "test", "ϙendtoend"]],
    ["state-of-the-art", ["state-of-the-art"]],
    ["2026-11-16", ["2026-11-16"]],
  ])("adds the compounds of %s as one marked word at the end", (text, expected) => {
    expect(words(indexText(text))).toEqual(expected);
  });

  it("puts a word in place of its irregular forms", () => {
    expect(indexText("Indices were Chosen")).toBe("index were choose");
  });

  it("normalises full-width letters and half-width kana", () => {
    expect(indexText("ＲＥＤＩＳ")).toBe("REDIS");
    expect(words(indexText("ﾃﾞｰﾀ"))).toEqual(words(indexText("データ")));
  });

  it("does not pair characters of different runs", () => {
    expect(words(indexText("세션 저장"))).not.toContain("션저");
  });

  it("does not split a character outside the basic plane", () => {
    expect(words(indexText("𠀀𠀁"))).toEqual(["𠀀", "𠀁", "𠀀𠀁", "w𠀀"]);
  });
});

describe("the search terms of a text", () => {
  it("are lowercase, distinct and in order, without punctuation", () => {
    expect(searchTerms('Cache the "cache"; NOT (the) Database*')).toEqual([
      "cache",
      "the",
      "not",
      "database",
    ]);
  });

  it("match a two-syllable Korean word inside a compound", () => {
    const document = new Set(words(indexText("사용자세션저장소")));
    expect(searchTerms("세션").filter((term) => document.has(term))).toEqual(["세", "션", "세션"]);
  });

  it("distinguish a Korean word with the same first character from one that has it elsewhere", () => {
    const begins = new Set(words(indexText("저장소를")));
    const contains = new Set(words(indexText("먼저")));
    expect(searchTerms("저장한다").filter((term) => begins.has(term))).toContain("w저");
    expect(searchTerms("저장한다").filter((term) => contains.has(term))).toEqual(["저"]);
  });

  it("are at most the first 400", () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `word${i}`);
    expect(searchTerms(many.join(" "))).toEqual(many.slice(0, 400));
    expect(searchTerms("결정".repeat(1_000)).length).toBeLessThanOrEqual(400);
  });

  it.each(["", "   ", '"*()-', "🚀"])("are empty for %j", (text) => {
    expect(searchTerms(text)).toEqual([]);
  });

  it("contain only letters and digits, so that they can be quoted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const term of searchTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});

describe("an identifier in a query", () => {
  it.each([
    ["userId", "user_id"],
    ["user_id", "userId"],
    ["USER_ID", "userId"],
    ["user id", "user_id"],
    ["getuserbyid", "getUserById"],
  ])("%s is found in a text that spells it %s", (query, spelled) => {
    const document = new Set(searchTerms(`call ${spelled} first`));
    expect(searchTerms(query).every((term) => document.has(term))).toBe(true);
  });

  it("is distinguished from one that only shares a part of it", () => {
    expect(searchTerms("getUserByName")).not.toContain("getuserbyid");
    expect(searchTerms("getUserById")).toContain("getuserbyid");
  });
});

describe("quotation marks in a query", () => {
  it.each([
    ['retry "connection pool" twice', [["connection pool"]]],
    ["“connection pool” 「세션 저장소」", [["connection pool"], ["세션", "저장 장소"]]],
    ['"getUserById"', [["getuserbyid get user by id"]]],
    ['"Redis 캐시"', [["redis", "캐시"]]],
    ['"한"', [["한"]]],
    ['a " lone mark', []],
    ['"" "*()" ok', []],
  ])("turn %s into phrases", (text, expected) => {
    expect(textQuery(text).phrases).toEqual(expected);
  });

  it("demand an exact match only if the query has no other words", () => {
    expect(textQuery('"connection pool"').onlyPhrases).toBe(true);
    expect(textQuery('"connection pool", "retry"!').onlyPhrases).toBe(true);
    expect(textQuery('the "connection pool" is full').onlyPhrases).toBe(false);
    expect(textQuery("connection pool").onlyPhrases).toBe(false);
  });

  it("also leave their words among the terms", () => {
    expect(textQuery('retry "connection pool"').terms.slice(0, 3)).toEqual(["retry", "connection", "pool"]);
  });

  it("become sequences that are adjacent in every text that contains the quotation", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."세션저장소를쓴다ab  "), maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, texts, (before, quotation, after) => {
        const document = ` ${words(indexText(`${before} ${quotation} ${after}`)).join(" ")} `;
        for (const sequence of textQuery(`"${quotation}"`).phrases.flat())
          expect(document).toContain(` ${sequence} `);
      }),
    );
  });

  it("match a part of a Korean compound", () => {
    const document = words(indexText("사용자세션저장소를")).join(" ");
    expect(textQuery('"세션저장"').phrases).toEqual([["세션 션저 저장"]]);
    expect(document).toContain("세션 션저 저장");
  });
});

describe("the share of CJK in a query", () => {
  it.each([
    ["use redis", 0],
    ["세션 저장소", 1],
    ["Redis 세션", 2 / 7],
    ["", 0],
    ["!?", 0],
  ])("of %j is %f", (text, share) => {
    expect(textQuery(text).cjkShare).toBeCloseTo(share, 9);
  });
});
