import { describe, expect, it } from "vitest";
import { inPercent, percent, wholePercent } from "../../../src/domain/shared/percent.ts";

describe("A share", () => {
  it("is stated in percent to a tenth, without a digit that says nothing", () => {
    expect([0, 0.2, 2 / 3, 1].map(percent)).toEqual(["0 %", "20 %", "66.7 %", "100 %"]);
  });

  it("is stated in whole percent where a tenth would say too much", () => {
    expect([0, 0.2, 2 / 3, 1].map(wholePercent)).toEqual(["0 %", "20 %", "67 %", "100 %"]);
    expect(inPercent(2 / 3)).toBe(67);
  });
});
