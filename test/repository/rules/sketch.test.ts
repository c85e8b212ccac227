import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SKETCH } from "../../../src/decisions/rules/decision.ts";
import { isMostlyLeft, shareLeft, sketchOf } from "../../../src/repository/rules/symbols.ts";

const line = fc.stringMatching(/^[a-z]{3,8} = [0-9]{1,4}$/);
const lines = fc.array(line, { minLength: 1, maxLength: 80 });
const different = fc.uniqueArray(line, { minLength: 2, maxLength: 80 });

describe("a sketch of lines", () => {
  it("is short hashes, however many lines there are", () => {
    fc.assert(fc.property(fc.array(line, { maxLength: 700 }), (text) => SKETCH.test(sketchOf(text))));
  });

  it("finds all lines again, in whatever order, however indented and whatever was added", () => {
    fc.assert(
      fc.property(lines, lines, (text, added) => {
        const moved = [...added, ...text.map((one) => `    ${one}  `).reverse()];
        return shareLeft(sketchOf(text), moved) === 1;
      }),
    );
  });

  it("says exactly how many lines are left", () => {
    fc.assert(
      fc.property(different, fc.nat(), (text, n) => {
        const left = n % (text.length + 1);
        expect(shareLeft(sketchOf(text), text.slice(0, left))).toBeCloseTo(left / text.length, 10);
      }),
    );
  });

  it("counts a line that stood twice and stands once as half", () => {
    const sketch = sketchOf(["retry();", "retry();"]);
    expect(shareLeft(sketch, ["retry();"])).toBe(0.5);
  });

  it("is never more than all and never less than nothing", () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const share = shareLeft(sketchOf(a), b);
        return share >= 0 && share <= 1;
      }),
    );
  });

  it("does not know a place again by its braces", () => {
    const before = ["if (a) {", "}", "});", "", "{"];
    expect(shareLeft(sketchOf(before), ["while (b) {", "}", "});", "", "{"])).toBe(0);
  });

  it("of nothing can lose nothing", () => {
    expect(shareLeft(sketchOf(["", "}"]), [])).toBe(1);
  });

  it("of a long text spreads over the whole of it", () => {
    const text = Array.from({ length: 3_000 }, (_, n) => `value ${n}`);
    const sketch = sketchOf(text);
    expect(shareLeft(sketch, text.slice(0, 1_000))).toBeCloseTo(1 / 3, 2);
    expect(isMostlyLeft(sketch, text.slice(0, 1_600))).toBe(true);
    expect(isMostlyLeft(sketch, text.slice(0, 1_400))).toBe(false);
  });
});
