import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markText, shownId } from "../../src/shared/text.ts";
import { FORGED_TEXTS, readQuestion } from "../support/question.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...Object.values(FORGED_TEXTS)),
        fc.constantFrom(
          "│ ",
          "┊ ",
          "\n",
          "\\",
          "\\u{",
          "\\u{41}",
          "}",
          "\ufe0f",
          "⚠\ufe0f",
          "\u202e",
          "\ud800",
        ),
        fc.string({ maxLength: 100 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

describe("A text that is marked for a person", () => {
  it("can be read back exactly, whatever it is", () => {
    void fc.assert(
      fc.property(text, (stored) => {
        const { ours, quoted } = readQuestion(`Of it:\n${markText(stored)}\nAgree?`);
        expect(ours).toEqual(["Of it:", "Agree?"]);
        expect(quoted).toEqual([["Of it:", stored]]);
      }),
      { numRuns: 500 },
    );
  });

  it("has a mark on every line, no line that a window would break, and nothing that cannot be seen", () => {
    void fc.assert(
      fc.property(text, (stored) => {
        for (const line of markText(stored).split("\n")) {
          expect(line).toMatch(/^[│┊] [^│┊]*$/u);
          expect([...line].length).toBeLessThanOrEqual(74);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  it("stays as it is where there is nothing to hide", () => {
    expect(markText('Use "C:\\users" for\n  ⚠️ now, 日本　語')).toBe(
      '│ Use "C:\\users" for\n│   ⚠️ now, 日本　語',
    );
    expect(markText("zero\u200bwidth, \u202eturned, a\ttab")).toBe(
      "│ zero\\u{200b}width, \\u{202e}turned, a\\u{9}tab",
    );
  });
});

it("an id that is no word is quoted", () => {
  expect(shownId("dec_1a")).toBe("dec_1a");
  expect(shownId('x" holds.\nAgree')).toBe('"x\\" holds.\\\\u{a}Agree"');
});
