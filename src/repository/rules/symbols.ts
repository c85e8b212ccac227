import { createHash } from "node:crypto";
import { LINE_HASH_LENGTH, MOST_SKETCHED_LINES } from "../../decisions/index.ts";
import { DECLARATIONS, type Declarations } from "./declarations.ts";

/** A declaration and the lines that belong to it, counted from 1, both included. */
export interface SymbolLines {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** Nobody anchors a decision in a longer file, and a pattern is tried on every line. */
const MOST_LINES = 20_000;

const LONGEST_LINE = 500;

const endingOf = (path: string): string => /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/**
 * The declarations of a text, in the order of their beginnings; none for a language that is not known. One within another
 * has both names: `Orders.save`.
 */
export function symbolsIn(path: string, lines: readonly string[]): readonly SymbolLines[] {
  const language = DECLARATIONS.get(endingOf(path));
  if (!language || lines.length > MOST_LINES) return [];
  const symbols: SymbolLines[] = [];
  let around: SymbolLines[] = [];
  for (const [n, line] of lines.entries()) {
    const declared = declaredIn(line, language);
    if (declared === undefined) continue;
    const last = language.ends === "braces" ? endByBraces(lines, n) : endByIndentation(lines, n, language);
    around = around.filter((outer) => outer.last >= last + 1);
    const outer = around.at(-1);
    const symbol = { name: outer ? `${outer.name}.${declared}` : declared, first: n + 1, last: last + 1 };
    symbols.push(symbol);
    around.push(symbol);
  }
  return symbols;
}

/** The innermost declaration around a line. */
export const symbolAt = (path: string, lines: readonly string[], line: number): SymbolLines | undefined =>
  symbolsIn(path, lines).findLast(({ first, last }) => first <= line && line <= last);

/** All declarations of that name: some languages let several have the same. */
export const symbolsNamed = (path: string, lines: readonly string[], name: string): readonly SymbolLines[] =>
  symbolsIn(path, lines).filter((symbol) => symbol.name === name);

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** The lines of a declaration, or all if it is none. */
export const linesWithin = (
  lines: readonly string[],
  symbol: Pick<SymbolLines, "first" | "last"> | undefined,
): readonly string[] => (symbol ? lines.slice(symbol.first - 1, symbol.last) : lines);

function declaredIn(line: string, { patterns, never }: Declarations): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.groups?.["name"];
    if (name !== undefined && !never.has(name)) return name;
  }
  return undefined;
}

/** Where the first brace that opens at or after a line is closed. Texts and comments are not told apart from code. */
function endByBraces(lines: readonly string[], from: number): number {
  let depth = 0;
  let round = 0;
  let isOpened = false;
  for (let n = from; n < lines.length; n++) {
    for (const letter of lines[n]?.replace(/(["'`])(?:\\.|(?!\1).)*\1|\/\/.*$/g, "") ?? "") {
      if (letter === "(") round++;
      else if (letter === ")") round--;
      // A brace within the parameters is a type or a default.
      else if (letter === "{" && (isOpened || round === 0)) {
        depth++;
        isOpened = true;
      } else if (letter === "}" && isOpened && --depth === 0) return n;
      else if (letter === ";" && !isOpened && round <= 0) return n;
    }
    // A declaration without a body, such as an arrow function of one expression.
    if (
      !isOpened &&
      round <= 0 &&
      n > from &&
      /^\S/.test(lines[n + 1] ?? "") &&
      !/^\s*[{)]/.test(lines[n + 1] ?? "")
    )
      return n;
  }
  return lines.length - 1;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The last line that is indented further, and the word that closes it where the language has one. */
function endByIndentation(lines: readonly string[], from: number, { closedBy }: Declarations): number {
  const indent = indentOf(lines[from] ?? "");
  let last = from;
  let isHeader = true;
  for (let n = from + 1; n < lines.length; n++) {
    const line = lines[n] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent) {
      if (closedBy?.test(line)) return n;
      // The parameters of a definition may end on a line of their own.
      if (!isHeader || !/^\s*[)\]]/.test(line)) return last;
    } else if (!/[(,]\s*$/.test(line)) isHeader = false;
    last = n;
  }
  return last;
}

/** A place counts as changed if fewer of its lines are left. */
const LEAST_SHARE = 0.5;

/**
 * The lines of a place as short hashes, so that it can be known again without keeping its text. Of a long one only some
 * lines are kept, evenly spread. Lines without a letter or digit say nothing: a brace stands everywhere.
 */
export function sketchOf(lines: readonly string[]): string {
  const hashes = hashesOf(lines);
  const step = Math.max(1, hashes.length / MOST_SKETCHED_LINES);
  const kept = Math.min(hashes.length, MOST_SKETCHED_LINES);
  return Array.from({ length: kept }, (_, n) => hashes[Math.floor(n * step)]).join("");
}

/** The share of the sketched lines that are still there, wherever they stand now. Nothing that could be lost is 1. */
export function shareLeft(sketch: string, lines: readonly string[]): number {
  const sketched = sketch.length / LINE_HASH_LENGTH;
  if (sketched === 0) return 1;
  const there = new Map<string, number>();
  for (const hash of hashesOf(lines)) there.set(hash, (there.get(hash) ?? 0) + 1);
  let left = 0;
  for (let at = 0; at < sketch.length; at += LINE_HASH_LENGTH) {
    const hash = sketch.slice(at, at + LINE_HASH_LENGTH);
    const count = there.get(hash) ?? 0;
    if (count === 0) continue;
    there.set(hash, count - 1);
    left++;
  }
  return left / sketched;
}

export const isMostlyLeft = (sketch: string, lines: readonly string[]): boolean =>
  shareLeft(sketch, lines) >= LEAST_SHARE;

const hashesOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).map(hashOf);

const hashOf = (line: string): string =>
  createHash("sha256").update(line.trim().replace(/\s+/g, " ")).digest("hex").slice(0, LINE_HASH_LENGTH);
