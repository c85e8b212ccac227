import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/cli/commands/serve/unified-diff.ts";

/** What a program makes of a text and its differences. */
function patched(before: readonly string[], diff: readonly string[]): string[] {
  const after: string[] = [];
  let at = 0;
  for (const line of diff.slice(2)) {
    const [, from, count] = /^@@ -(\d+),(\d+) /.exec(line) ?? [];
    if (from !== undefined) {
      const start = Number(from) - (count === "0" ? 0 : 1);
      after.push(...before.slice(at, start));
      at = start;
    } else if (line.startsWith("+")) after.push(line.slice(1));
    else {
      expect(line.slice(1)).toBe(before[at]);
      if (line.startsWith(" ")) after.push(line.slice(1));
      at += 1;
    }
  }
  return [...after, ...before.slice(at)];
}

const diffOf = (a: readonly string[], b: readonly string[]): readonly string[] =>
  unifiedDiff([a.map((line) => `${line}\n`).join(""), "a"], [b.map((line) => `${line}\n`).join(""), "b"]);

describe("the differences of two texts", () => {
  it("make the second one of the first", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "", "{", "}"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        expect(patched(a, diffOf(a, b))).toEqual(b);
      }),
    );
  });

  it("are none of the same text", () => {
    expect(unifiedDiff(["a\n", "x"], ["a\n", "x"])).toEqual([]);
  });

  it("have three lines around a change", () => {
    expect(
      diffOf(["1", "2", "3", "4", "5", "6", "7", "8"], ["1", "2", "3", "4", "x", "6", "7", "8"]),
    ).toEqual(["--- a", "+++ b", "@@ -2,7 +2,7 @@", ...[" 2", " 3", " 4", "-5", "+x", " 6", " 7", " 8"]]);
  });

  it("name a file that did not exist", () => {
    expect(unifiedDiff([undefined, "x"], ["a\n", "x"])).toEqual([
      "--- /dev/null",
      "+++ x",
      "@@ -0,0 +1,1 @@",
      "+a",
    ]);
  });

  it("stay quick for long texts that have nothing in common", () => {
    const many = (word: string): string[] => Array.from({ length: 5_000 }, (_, i) => `${word} ${i}`);
    expect(diffOf(many("a"), many("b"))).toHaveLength(10_003);
  });
});
