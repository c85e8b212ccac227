/** A paragraph or an item of a list in a Markdown text, without code. */
export interface TextBlock {
  /** Of its first line, from 1 on. */
  readonly line: number;
  readonly text: string;
  readonly isItem: boolean;
  /** The headings above it, the outermost first. */
  readonly headings: readonly string[];
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
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
      headings.push({ level, title: heading[2] ?? "" });
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

/** Their numbers stay. */
function withoutFrontMatter(lines: readonly string[]): string[] {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  return lines.map((line, i) => (i <= end ? "" : line));
}
