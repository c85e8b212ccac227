import { describe, expect, it } from "vitest";
import { rounded, roundedShare, roundTo } from "../../src/shared/rounding.ts";

describe("Rounding", () => {
  it("keeps the requested number of digits, and four for a share", () => {
    expect(roundTo(1, 12.34)).toBe(12.3);
    expect(roundedShare(2 / 3)).toBe(0.6667);
  });

  it("removes floating-point noise, and leaves null alone", () => {
    expect(0.8 - 0.75).not.toBe(0.05);
    expect(rounded(0.8 - 0.75)).toBe(0.05);
    expect(rounded(null)).toBeNull();
  });
});
