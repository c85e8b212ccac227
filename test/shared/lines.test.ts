import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeControls, foldLines, splitLines } from "../../src/shared/text.ts";
import { LINE_ENDS } from "../support/forged-rows.ts";

const ENDS = [...LINE_ENDS.map(([, end]) => end), "\f", "\u001c", "\u001d", "\u001e"];

const letters = (text: string): string => text.replaceAll(/[^ab-]/g, "");

describe("a text on one line", () => {
  it.each([
    ["one line", "one line"],
    ["  indented", "  indented"],
    ["two\nlines", "two ⏎ lines"],
    ["  indented\r\n  and more  \n\n\nstill\n", "  indented ⏎ and more ⏎ still"],
    ["\n", ""],
  ])("%j is %j", (text, expected) => {
    expect(foldLines(text)).toBe(expected);
  });

  it("whatever ends its lines, and nothing but the ends and the space around them is lost", () => {
    const parts = fc.array(fc.constantFrom(...ENDS, "a", "- b", " ", "\t", "⏎"));
    fc.assert(
      fc.property(parts, (chosen) => {
        const text = chosen.join("");
        const folded = foldLines(text);
        expect(splitLines(folded)).toHaveLength(1);
        expect(letters(folded)).toBe(letters(text));
      }),
    );
  });
});

describe("control characters", () => {
  it("become escapes that JSON reads as the same value", () => {
    const controls = [
      "\u007f",
      "\u0085",
      "\u009b",
      "\u009d",
      "\u2028",
      "\u2029",
      "\u202e",
      "\u2066",
      "\u2069",
    ];
    for (const control of controls) {
      const json = escapeControls(JSON.stringify({ text: `a${control}b` }));
      expect(json).not.toContain(control);
      expect(JSON.parse(json)).toEqual({ text: `a${control}b` });
    }
    expect(escapeControls("\u001b[2J\u0007\b\r\u0000")).toBe("\\u001b[2J\\u0007\\u0008\\u000d\\u0000");
  });

  it("are not tabs, newlines, letters of any script or emoji", () => {
    const text = "a\tb\nÄ 한국어 العربية \u200f👩‍💻";
    expect(escapeControls(text)).toBe(text);
  });
});
