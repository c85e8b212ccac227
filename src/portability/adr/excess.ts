import { CST, Lexer } from "yaml";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** What a text has too much of to be parsed, and what its author could do. */
export interface Excess {
  readonly problem: string;
  readonly remedy: string;
}

const SPLIT = "Split it, or move it to another folder if it is no record.";
const WRITE_OUT = "Write the values themselves in their places.";

export const tooManyBytes = (bytes: number): Excess | undefined =>
  over(bytes, READ_LIMITS.record.bytes, (found) => `it has ${found} bytes`, SPLIT);

/** Counts in one pass over the text, because the parsers would take minutes or run out of stack. */
export function excessIn(text: string): Excess | undefined {
  const { lines: mostLines, depth: deepest, marks: mostMarks, htmlMarks: mostOfHtml } = READ_LIMITS.record;
  const lines = text.split(/\r\n|\r|\n/);
  const begun = lines.map(blocksBegunBy);
  const depth = begun.reduce((most, each) => Math.max(most, each.depth), 0);
  const marks = begun.reduce((sum, each) => sum + each.marks, text.match(INLINE_MARK)?.length ?? 0);
  const htmlMarks = text.match(/<[!?]/g)?.length ?? 0;
  return (
    tooManyBytes(text.length) ??
    over(lines.length, mostLines, (found) => `it has ${found} lines`, SPLIT) ??
    over(depth, deepest, (found) => `its quotes and lists are nested ${found} levels deep`, SPLIT) ??
    over(marks, mostMarks, (found) => `it has ${found} marks of Markdown`, SPLIT) ??
    over(htmlMarks, mostOfHtml, (found) => `it has ${found} comments and instructions of HTML`, SPLIT) ??
    excessOfYaml(splitFrontMatter(text).yaml)
  );
}

/** A run of the same mark is one, but each cell of a table and each escape is parsed by itself. */
const INLINE_MARK = /\*+|_+|`+|[[<|\\]/g;
const BLOCK_MARK = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;

/** The quotes and lists that a line begins, and how deep it can be in others: each list takes two columns. */
function blocksBegunBy(line: string): { readonly marks: number; readonly depth: number } {
  let marks = 0;
  for (BLOCK_MARK.lastIndex = 0; BLOCK_MARK.test(line); ) marks++;
  if (marks === 0) return { marks, depth: 0 };
  const indentation = (/^[ \t]*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
  return { marks, depth: marks + Math.floor(indentation / 2) };
}

const ITEMS: ReadonlySet<unknown> = new Set<CST.TokenType>([
  ...(["flow-seq-start", "flow-map-start", "seq-item-ind", "explicit-key-ind"] as const),
]);

function excessOfYaml(yaml: string): Excess | undefined {
  const { characters, items: mostItems, aliases: mostAliases } = READ_LIMITS.frontMatter;
  const tooLong = over(yaml.length, characters, (found) => `its front matter has ${found} characters`, SPLIT);
  if (tooLong) return tooLong;
  const types = [...new Lexer().lex(yaml)].map((token) => CST.tokenType(token));
  const items = types.filter((type) => ITEMS.has(type)).length;
  const aliases = types.filter((type) => type === "alias").length;
  return (
    over(items, mostItems, (found) => `its front matter has ${found} items and brackets`, SPLIT) ??
    over(aliases, mostAliases, (found) => `its front matter has ${found} aliases of YAML`, WRITE_OUT)
  );
}

function over(
  found: number,
  most: number,
  sentence: (found: string) => string,
  remedy: string,
): Excess | undefined {
  if (found <= most) return undefined;
  const problem = `${sentence(found.toLocaleString("en"))}, and at most ${most.toLocaleString("en")} are read`;
  return { problem, remedy };
}
