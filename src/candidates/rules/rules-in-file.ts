import type { Screened } from "../../shared/text.ts";
import { AGAINST, ASKS, OPEN } from "./choice-parts.ts";
import { proseSentences } from "./prose-sentences.ts";
import { statedInWriting, type WrittenChoice, writtenParts } from "./written-choice.ts";

/** A choice in a file, with the line it stands in. */
export interface ChoiceInFile extends WrittenChoice {
  readonly line: number;
}

const RULE: readonly RegExp[] = [
  /^(?:never|always|do not|don't|avoid|prefer|no)\s+(?!longer\b|need\b|problem\b|worries\b)\w+/i,
  /^(?:only )?use \S+.*\b(?:for|instead of|rather than|not|only|when|to)\b/i,
  /^(?!(?:it|this|that|they|you|i|there)\b)[^,;:?]{2,80} (?:must(?: not| never| always)?|(?:is|are) never|(?:is|are) always|may (?:only|not)|shall(?: not)?|should (?:always|never|not)|goes? (?:in|into|through)|belongs? (?:in|to)) \w+/i,
  /\b(?:instead of|rather than)\b/i,
  /^\w+ (?:nothing but|only) \w+/i,
  /^(?:we|this project) (?:use|uses|prefer|prefers|never|always|do not|don't|only|chose|decided|avoid)\b/i,
];
/** Sections whose items are rules, however they are worded. */
const RULES_SECTION =
  /\b(?:rules?|conventions?|guidelines?|principles?|policy|policies|constraints?|standards?|do'?s and don'?ts|decisions)\b/i;
/** How to run something, or where it is: true today, and nothing that was decided. */
const INSTRUCTION =
  /^(?:run|execute|start|install|open|see|read|check out|clone|build|deploy|type|click|go to|visit|refer to|look (?:at|in)|make sure (?:you|to)|remember to|ask|tell|note|example|e\.g|for example|you are|you're|your (?:role|task|job)|if you|when you|before you|after you|please|feel free|let|think|act as|keep in mind|wait for|call the|when asked)\b|^`[^`]+`\s*(?:[:—–-]|is|runs?|starts?|builds?)/i;
/** How an agent is to work or to talk, in any project. */
const TO_THE_READER =
  /\bwhen(?:ever)? you\b|\byour (?:answers?|repl(?:y|ies)|responses?|output)\b|\b(?:apologi[sz]e|be concise|clean(?:,| and)? (?:\w+ )?code|readable code|best practices?|high[- ]quality)\b/i;
const COMMAND =
  /`(?:npm|npx|yarn|pnpm|bun|git|make|cargo|go|docker|python3?|pip|poetry|uv|pytest|bundle|rake|mvn|gradle|gh|\.\/)[^`]*`/i;
const LEAST_WORDS = 4;

/** The rules that a file for agents sets, by rule. Commands, descriptions of the code and manners of speaking are none. */
export function rulesInFile(text: Screened): ChoiceInFile[] {
  return blocksIn(text).flatMap(({ text: block, line, headings, isItem }) => {
    const isRule = isItem && headings.slice(-2).some((heading) => RULES_SECTION.test(heading));
    return proseSentences(block)
      .slice(0, isItem ? 1 : undefined)
      .flatMap(({ text: said, masked }) => {
        const parts = writtenParts(said, masked);
        if (isNone(said, masked, parts.maskedMain)) return [];
        const names = RULE.some((one) => one.test(parts.maskedMain));
        if (!names && !(isRule && !INSTRUCTION.test(masked))) return [];
        const strength =
          (names ? 2 : 1) +
          (isRule ? 1 : 0) +
          (parts.reasoning === undefined ? 0 : 1) +
          (AGAINST.test(masked) ? 1 : 0);
        return [
          {
            line,
            quote: said,
            statement: statedInWriting(parts.main),
            alternatives: parts.alternatives,
            ...(parts.reasoning && { reasoning: parts.reasoning }),
            strength,
          },
        ];
      });
  });
}

const isNone = (said: string, masked: string, main: string): boolean =>
  masked.endsWith("?") ||
  masked.endsWith(":") ||
  ASKS.test(masked) ||
  OPEN.test(main) ||
  TO_THE_READER.test(masked) ||
  INSTRUCTION.test(said) ||
  COMMAND.test(said) ||
  masked.trim().split(/\s+/).length < LEAST_WORDS;

/** A paragraph or an item of a list in a Markdown text, without code. */
interface TextBlock {
  /** Of its first line, from 1 on. */
  readonly line: number;
  readonly text: string;
  readonly isItem: boolean;
  /** The headings above it, the outermost first. */
  readonly headings: readonly string[];
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const NO_PROSE = /^\s*(?:[|<>]|[-=_*]{3,}\s*$|\[[^\]]+\]:\s)/;
const INDENTED_CODE = /^(?: {4}|\t)/;

export function blocksIn(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const headings: { readonly level: number; readonly title: string }[] = [];
  let open: { line: number; lines: string[]; isItem: boolean } | undefined;
  let fence: string | undefined;
  const close = (): void => {
    if (open)
      blocks.push({
        line: open.line,
        text: open.lines.join(" "),
        isItem: open.isItem,
        headings: headings.map(({ title }) => title),
      });
    open = undefined;
  };
  const all = withoutFrontMatter(text.split(/\r?\n/));
  all.forEach((line, i) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3);
    const heading = fence === undefined ? HEADING.exec(line) : null;
    if (mark !== undefined && (fence ?? mark) === mark) {
      fence = fence === undefined ? mark : undefined;
      close();
    } else if (heading) {
      close();
      const level = (heading[1] ?? "").length;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, title: titleOf(heading[2] ?? "") });
    } else if (fence !== undefined || line.trim() === "" || NO_PROSE.test(line)) close();
    else if (ITEM.test(line)) {
      close();
      open = { line: i + 1, lines: [line.replace(ITEM, "").trim()], isItem: true };
    } else if (open) open.lines.push(line.trim());
    else if (!INDENTED_CODE.test(line)) open = { line: i + 1, lines: [line.trim()], isItem: false };
  });
  close();
  return blocks;
}

/** Without the marks that may close it. In steps, because one pattern for both takes the square of the spaces in it. */
function titleOf(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return text.slice(0, end).trimEnd();
}

/** Their numbers stay. */
function withoutFrontMatter(lines: readonly string[]): string[] {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  return lines.map((line, i) => (i <= end ? "" : line));
}

/** Files that a person names, wherever they are. */
export interface NamedFiles {
  /** @throws Fault if the file does not exist. */
  openLines(path: string): Promise<{
    /** Starts after the given line; the first line has the number 1. */
    lines(after: number): AsyncIterable<{ readonly number: number; readonly text: string }>;
  }>;
}
