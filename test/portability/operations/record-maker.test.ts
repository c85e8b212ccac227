import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listOf, splitLong, timeOf } from "../../../src/portability/operations/run-import.ts";
import { resolveTarget } from "../../../src/portability/rules/adr.ts";
import { lengthOf } from "../../../src/shared/text.ts";
import { screened } from "../../support/decisions.ts";

describe("Reading values of other memories", () => {
  it("splits a long text without loss into parts within the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const parts = splitLong(screened(text), limit);
        expect(parts.join("")).toBe(screened(text));
        expect(lengthOf(parts[0] ?? "")).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("reads a list that was written as JSON, whatever its items", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (items) => {
        expect(listOf(JSON.stringify(items))).toEqual(items);
      }),
    );
    expect(listOf("plain words")).toEqual(["plain words"]);
    expect(listOf('[{"a":1}, "b"]')).toEqual(['{"a":1}', "b"]);
    expect(listOf("[not json")).toEqual(["[not json"]);
    expect(listOf(null)).toEqual([]);
  });

  it("reads seconds and milliseconds as the same time", () => {
    const now = new Date("2025-11-20T10:00:00.000Z");
    expect(timeOf(now.getTime())).toEqual(now);
    expect(timeOf(now.getTime() / 1_000)).toEqual(now);
    expect(timeOf(null)).toEqual(new Date(0));
  });
});

describe("The record that another refers to", () => {
  const files = [
    { path: "0001-a.md", number: 1 },
    { path: "old/0002-b.md", number: 2 },
  ];
  it.each([
    ["0001-a.md", "old/0002-b.md", "old/0002-b.md"],
    ["old/0002-b.md", "../0001-a.md", "0001-a.md"],
    ["0001-a.md", "./old/0002-b.md", "old/0002-b.md"],
    ["0001-a.md", "2", "old/0002-b.md"],
    ["0001-a.md", "https://example.com/docs/0002-b.md", "old/0002-b.md"],
    ["0001-a.md", "0009-c.md", undefined],
    ["0001-a.md", "1", undefined],
  ])("from %s as %s is %s", (from, target, path) => {
    expect(resolveTarget(from, target, files)).toBe(path);
  });
});
