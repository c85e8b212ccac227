import { describe, expect, it } from "vitest";
import { fitText, shorten, styled, table, terminal, textWidth } from "../../src/cli/terminal.ts";

describe("a text in a narrow terminal", () => {
  it("is broken between words, and what follows is indented like what it belongs to", () => {
    expect(fitText("one two three four\n  • five six seven\n✓ node    eight nine", 20)).toBe(
      "one two three four\n  • five six seven\n✓ node    eight nine",
    );
    expect(fitText("one two three four\n  • five six seven\n✓ node  eight nine", 16)).toBe(
      "one two three\nfour\n  • five six\n    seven\n✓ node  eight\n        nine",
    );
  });

  it("keeps a command whole, on a line of its own", () => {
    expect(fitText("Record one with: membria outcome dec_1 success", 30)).toBe(
      "Record one with:\n  membria outcome dec_1 success",
    );
    expect(fitText("There is one more: membria due lists them.", 30)).toBe(
      "There is one more: membria due\nlists them.",
    );
  });

  it("breaks neither drawings nor long words", () => {
    for (const line of ["████████ 100 % of all", "https://example.com/a/long/address"])
      expect(fitText(line, 10)).toBe(line);
  });

  it("counts columns: none for styles, two for characters of East Asia", () => {
    expect(textWidth(styled("bold", "word"))).toBe(4);
    expect(textWidth("결정")).toBe(4);
    expect(shorten("데이터베이스를 선택", 9)).toBe("데이터베…");
    expect(
      table(
        [
          ["결정", "a"],
          ["word", "b"],
        ],
        80,
      ),
    ).toBe("결정  a\nword  b");
  });
});

it("a table without room for its last column puts it below", () => {
  expect(table([["dec_0mwjsgotwh62ji6cb", "due today", "Back up every night"]], 40)).toBe(
    "dec_0mwjsgotwh62ji6cb  due today\n  Back up every night",
  );
});

it("what is no terminal gets every line whole", () => {
  const pipe = { isTTY: false } as NodeJS.WriteStream;
  const { fit, width } = terminal(pipe, pipe, false);
  const long = "word ".repeat(100);
  expect(fit(long)).toBe(long);
  expect(width).toBe(Number.POSITIVE_INFINITY);
});
