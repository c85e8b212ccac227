import { describe, expect, it } from "vitest";
import { inPercent, percent, wholePercent } from "../../src/shared/rounding.ts";

describe("A share", () => {
  it("is given in percent with at most one decimal place, and no trailing zero", () => {
    expect([0, 0.2, 2 / 3, 1].map(percent)).toEqual(["0 %", "20 %", "66.7 %", "100 %"]);
  });

  it("is given in whole percent by `wholePercent`", () => {
    expect([0, 0.2, 2 / 3, 1].map(wholePercent)).toEqual(["0 %", "20 %", "67 %", "100 %"]);
    expect(inPercent(2 / 3)).toBe(67);
  });
});
