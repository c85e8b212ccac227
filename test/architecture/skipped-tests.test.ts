import { describe, expect, it } from "vitest";
import { type Needed, neededLines, summaryOf } from "../../scripts/test.mjs";

const BROWSER = { part: "page", what: "Chromium: apt-get install chromium-headless-shell", tests: 92 };
const needed = (part: string, tests: number): Needed => ({ part, what: "something", tests });

describe("At the end of a run, what was skipped", () => {
  it("is said with what would run it", () => {
    expect(neededLines([BROWSER, { part: "root", what: "the rights of root", tests: 1 }])).toEqual([
      "page: 92 tests need Chromium: apt-get install chromium-headless-shell",
      "root: 1 test needs the rights of root",
    ]);
    expect(neededLines([])).toEqual([]);
  });

  it("takes five lines at most", () => {
    const all = ["a", "b", "c", "d", "e"].map((part) => needed(part, 3));
    expect(neededLines(all)).toHaveLength(5);
    expect(neededLines([...all, needed("f", 2)])).toEqual([
      ...["a", "b", "c", "d"].map((part) => `${part}: 3 tests need something`),
      "e, f: 5 tests need other things",
    ]);
  });
});

describe("The last line of a check", () => {
  it("is the sum of its runs", () => {
    const counts = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });
    expect(summaryOf([counts(3, 0, 1), counts(2, 1, 4)])).toBe("5 passed, 1 failed, 5 skipped");
    expect(summaryOf([counts(3, 0, 0)])).toBe("3 passed, 0 failed");
  });
});
