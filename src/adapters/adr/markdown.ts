/** A part of a Markdown text under a heading, with the parts below it left inside. */
export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly body: string;
  /** Line numbers of the heading and of the first line after the section. */
  readonly from: number;
  readonly to: number;
}

export interface Markdown {
  readonly lines: readonly string[];
  /** Key and value of every line of the front matter that has both. */
  readonly frontMatter: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly title?: { readonly text: string; readonly line: number } | undefined;
  readonly sections: readonly Section[];
  /** What stands between the title and the first section. */
  readonly preamble: readonly { readonly text: string; readonly line: number }[];
}

export function readMarkdown(text: string): Markdown {
  const lines = text.split("\n");
  const start = endOfFrontMatter(lines);
  const headings = headingsOf(lines, start);
  const first = headings[0];
  const title = first?.level === 1 ? first : undefined;
  const inside = headings.filter(({ line }) => line > (title?.line ?? -1));
  const end = inside[0]?.line ?? lines.length;
  return {
    lines,
    frontMatter: frontMatterOf(lines.slice(0, start)),
    title: title && { text: title.text, line: title.line },
    preamble: lines
      .map((content, line) => ({ text: content, line }))
      .slice((title?.line ?? start - 1) + 1, end),
    sections: inside.map(({ text: heading, level, line }, i) => {
      const next = inside.slice(i + 1).find((other) => other.level <= level)?.line ?? lines.length;
      return {
        heading,
        level,
        body: lines
          .slice(line + 1, next)
          .join("\n")
          .trim(),
        from: line,
        to: next,
      };
    }),
  };
}

function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== "---") return 0;
  const end = lines.indexOf("---", 1);
  return end < 0 ? 0 : end + 1;
}

function frontMatterOf(lines: readonly string[]): Markdown["frontMatter"] {
  const found = new Map<string, { value: string; line: number }>();
  for (const [line, text] of lines.entries()) {
    const match = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(text);
    if (match?.[1] !== undefined) found.set(match[1].toLowerCase(), { value: match[2] ?? "", line });
  }
  return found;
}

function headingsOf(
  lines: readonly string[],
  start: number,
): { text: string; level: number; line: number }[] {
  const found: { text: string; level: number; line: number }[] = [];
  let fence: string | undefined;
  for (let line = start; line < lines.length; line++) {
    const text = lines[line] as string;
    const marker = /^\s{0,3}(```+|~~~+)/.exec(text)?.[1];
    if (marker && fence === undefined) fence = marker;
    else if (marker && fence !== undefined && marker.startsWith(fence)) fence = undefined;
    if (fence !== undefined) continue;
    const match = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text);
    if (match?.[1] && match[2]) found.push({ text: match[2], level: match[1].length, line });
    else if (/^=+\s*$/.test(text) && lines[line - 1]?.trim())
      found.push({ text: (lines[line - 1] as string).trim(), level: 1, line });
  }
  return found;
}

/** The items of a list, with the lines that belong to them; a text without one is a single item. */
export function itemsOf(body: string): string[] {
  if (body.trim() === "") return [];
  const items: string[] = [];
  let listed = false;
  for (const line of body.split("\n")) {
    const item = /^[*+-]\s+(.*)$|^\d+[.)]\s+(.*)$/.exec(line);
    if (item) {
      listed = true;
      items.push(item[1] ?? item[2] ?? "");
    } else if (items.length > 0) items[items.length - 1] += `\n${line}`;
    else items.push(line);
  }
  return listed ? items.map((item) => item.trim()).filter((item) => item !== "") : [body.trim()];
}
