import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, symbolAt, symbolsIn, symbolsNamed } from "../../../src/repository/rules/symbols.ts";

/** The line that has the mark, and the innermost name around it. */
const TEXTS: readonly (readonly [path: string, name: string, text: string])[] = [
  ["a.ts", "pay", "export async function pay(order: { id: string }) {\n  charge(); // here\n}\nconst x = 1;"],
  [
    "a.ts",
    "Shop.pay",
    "class Shop {\n  a = 1;\n  private async pay(\n    id: string,\n  ): Promise<void> {\n    go(); // here\n  }\n}",
  ],
  ["a.ts", "total", "const one = 1;\nexport const total = (a: number) => {\n  return a; // here\n};"],
  [
    "a.tsx",
    "Rows",
    "export const Rows = ({ rows }: Props) => (\n  <b>{rows}</b> // here\n);\nfunction other() {}",
  ],
  ["a.ts", "LIMITS", "export const LIMITS = {\n  rows: 3, // here\n} as const;"],
  ["a.ts", "Options", "export interface Options {\n  rows: number; // here\n}"],
  ["a.mjs", "run", "export default async function* run() {\n  yield 1; // here\n}"],
  [
    "a.py",
    "Shop.pay",
    "class Shop:\n    def other(self):\n        pass\n\n    async def pay(\n        self,\n        order,\n    ):\n        if order:\n\n            go()  # here\n\nx = 1",
  ],
  ["a.go", "Pay", "package a\n\nfunc (s *Shop) Pay(id string) error {\n\treturn nil // here\n}\n"],
  ["a.go", "Shop", "type Shop struct {\n\tname string // here\n}"],
  ["a.rs", "Shop.pay", "impl Shop {\n    pub async fn pay(&self) -> u8 {\n        1 // here\n    }\n}"],
  [
    "A.java",
    "Shop.pay",
    "public class Shop {\n  @Override\n  public List<String> pay(int id) throws Bad {\n    return x; // here\n  }\n}",
  ],
  [
    "a.kt",
    "Shop.pay",
    "data class Shop(val a: Int) {\n  suspend fun pay(id: Int): Int {\n    return 1 // here\n  }\n}",
  ],
  [
    "a.cs",
    "Shop.Pay",
    "namespace X;\npublic sealed class Shop\n{\n  public async Task<int> Pay(int id)\n  {\n    return 1; // here\n  }\n}",
  ],
  ["a.rb", "Shop.pay!", "class Shop\n  def pay!(id)\n    go # here\n  end\nend"],
  [
    "a.php",
    "Shop.pay",
    "<?php\nfinal class Shop\n{\n    public static function pay(int $id): int\n    {\n        return 1; // here\n    }\n}",
  ],
  ["a.sh", "pay", "pay() {\n  echo 1 # here\n}"],
];

describe("the declaration around a line", () => {
  it.each(TEXTS)("in %s is %s", (path, name, text) => {
    const lines = linesOf(text);
    const marked = lines.findIndex((line) => line.includes("here")) + 1;
    expect(symbolAt(path, lines, marked)?.name).toBe(name);
    expect(symbolsNamed(path, lines, name)).toHaveLength(1);
  });

  it("has its own lines and no others", () => {
    const lines = linesOf(
      "function a() {\n  one();\n}\n\nfunction b() {\n  if (x) {\n    two();\n  }\n}\nlast();",
    );
    expect(symbolsIn("x.ts", lines)).toEqual([
      { name: "a", first: 1, last: 3 },
      { name: "b", first: 5, last: 9 },
    ]);
    expect(symbolAt("x.ts", lines, 4)).toBeUndefined();
    expect(symbolAt("x.ts", lines, 10)).toBeUndefined();
  });

  it("of Python ends where the indentation does", () => {
    const lines = linesOf("def a():\n    one()\n\n    two()\n\n\ndef b():\n    three()\n");
    expect(symbolsIn("x.py", lines)).toEqual([
      { name: "a", first: 1, last: 4 },
      { name: "b", first: 7, last: 8 },
    ]);
  });

  it("does not take a word of the language for a name", () => {
    const lines = linesOf("function a() {\n  if (x) {\n    two();\n  }\n  switch (y) {\n  }\n}");
    expect(symbolsIn("x.ts", lines).map(({ name }) => name)).toEqual(["a"]);
  });

  it("is none where the language is not known", () => {
    expect(symbolsIn("notes.md", ["function a() {", "}"])).toEqual([]);
  });

  it("never fails and never has lines that are not there, whatever the text", () => {
    const part = fc.constantFrom(
      "function a() {",
      "}",
      "class B {",
      "  go(",
      ") {",
      "def c():",
      "    x",
      "(",
      "`",
      "'{",
      "end",
      "",
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }),
        fc.constantFrom("a.ts", "a.py", "a.rb", "a.go"),
        (lines, path) =>
          symbolsIn(path, lines).every(
            ({ first, last }) => 1 <= first && first <= last && last <= lines.length,
          ),
      ),
    );
  });
});
