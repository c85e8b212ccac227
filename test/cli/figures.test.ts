import { describe, expect, it } from "vitest";
import { bar, comparedBar } from "../../src/cli/figures.ts";

describe("A bar", () => {
  it("is as full as the share it stands for, and always as wide", () => {
    expect([0, 0.5, 1].map((share) => bar(share, 4))).toEqual(["····", "██··", "████"]);
  });

  it("shows the least value beside a great one, and nothing where there is nothing", () => {
    expect(comparedBar(1, 1_000)).toMatch(/^█·+$/);
    expect(comparedBar(0, 1_000)).toMatch(/^·+$/);
    expect(comparedBar(0, 0)).toMatch(/^·+$/);
    expect(comparedBar(1_000, 1_000)).toMatch(/^█+$/);
  });
});
