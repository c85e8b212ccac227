import { describe, expect, it } from "vitest";
import { nearestName } from "../../src/shared/names.ts";

const KNOWN = ["database", "data", "frontend", "documentation", "product", "process", "api"];

describe("the name that was probably meant", () => {
  it.each([
    ["databse", "database", "a letter is missing"],
    ["databasse", "database", "a letter is too many"],
    ["datebase", "database", "a letter is wrong"],
    ["databaes", "database", "two letters are swapped"],
    ["Data-Base", "database", "it is spelled in another way"],
    [" frontend ", "frontend", "there are spaces around it"],
    ["front", "frontend", "it is only the beginning"],
    ["dataset", "data", "it begins with the name"],
  ])("%j is %s: %s", (typed, meant) => {
    expect(nearestName(typed, KNOWN)).toBe(meant);
  });

  it.each(["gardening", "", "x", "pro", "do"])("%j is near none, or begins like several", (typed) => {
    expect(nearestName(typed, KNOWN)).toBeUndefined();
  });

  it("costs nothing for a text that is far too long", () => {
    expect(nearestName("x".repeat(1_000_000), KNOWN)).toBeUndefined();
  });
});
