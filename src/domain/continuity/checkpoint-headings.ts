/** The parts of the truthful-continuity format, in its order. */
export const CHECKPOINT_PARTS = [
  "Goal & Progress",
  "Evidence",
  "Unfinished & Risks",
  "Next Agent Briefing",
] as const;
export type CheckpointPart = (typeof CHECKPOINT_PARTS)[number];

const AND = "\\s{0,3}(?:&|\\+|/|and)\\s{0,3}";
const HEADINGS: Readonly<Record<CheckpointPart, { readonly emoji: string; readonly title: string }>> = {
  "Goal & Progress": { emoji: "🎯", title: `goals?(?:${AND}progress)?|progress` },
  Evidence: { emoji: "✅", title: `evidence(?:${AND}verification)?|verification` },
  "Unfinished & Risks": {
    emoji: "⏳",
    title: `unfinished(?: work)?(?:${AND}risks?)?|risks?(?:${AND}unfinished(?: work)?)?|remaining(?: work)?`,
  },
  "Next Agent Briefing": {
    emoji: "🚦",
    title: "next[ -]agent[ -]briefing|(?:next )?briefing|next steps?|definition of done|dod",
  },
};

const EMOJI = CHECKPOINT_PARTS.map((part) => HEADINGS[part].emoji).join("|");
/** What may precede a title: a bullet, `#`, a number, bold, the emoji of a part. */
const OPENING = new RegExp(
  `^\\s{0,8}([-*+•]\\s+)?(#{1,6}\\s*)?(\\d{1,2}[.)]\\s*)?(\\*\\*|__)?\\s{0,3}(${EMOJI})?\\ufe0f?\\s{0,3}(?:\\*\\*|__)?`,
  "u",
);
const TITLE_OF = CHECKPOINT_PARTS.map(
  (part) => [part, new RegExp(`^(?:${HEADINGS[part].title})(?![\\p{L}\\p{N}_])`, "iu")] as const,
);
export interface Heading {
  readonly part?: CheckpointPart | undefined;
  /** The level of a Markdown heading; other headings are below all of them. */
  readonly level: number;
  readonly bulleted: boolean;
  readonly rest: string;
}

export const UNMARKED = 7;

export function headingOf(line: string): Heading | undefined {
  const [opening = "", bullet, hashes, number, bold, emoji] = OPENING.exec(line) ?? [];
  const after = line.slice(opening.length);
  const level = hashes?.trim().length ?? UNMARKED;
  for (const [part, title] of TITLE_OF) {
    const found = title.exec(after);
    if (!found) continue;
    const left = after.slice(found[0].length);
    const rest = left.replace(/^\s{0,3}(?:\*\*|__)?\s{0,3}[:：]?\s{0,3}(?:\*\*|__)?/, "");
    const alone = left.replace(/^(?:\*\*|__)/, "").trim() === "";
    const marked = hashes !== undefined || emoji === HEADINGS[part].emoji;
    const labelled = /^\s{0,3}(?:\*\*|__)?\s{0,3}[:：]/.test(left);
    if (bullet !== undefined && !labelled && !emoji && !bold) return undefined;
    if (marked || labelled || alone || (bold ?? number) !== undefined)
      return { part, level, bulleted: bullet !== undefined, rest };
    return undefined;
  }
  if (hashes === undefined) return undefined;
  const part = CHECKPOINT_PARTS.find((candidate) => HEADINGS[candidate].emoji === emoji);
  return { part, level, bulleted: bullet !== undefined, rest: "" };
}

/** A heading anywhere in a line: the marks before it, its title, and a colon after it. */
const WITHIN = new RegExp(
  `(?<![\\p{L}\\p{N}_])((?:#{1,6}\\s{0,3})?(?:\\d{1,2}[.)]\\s{0,3})?(?:\\*\\*|__)?(?:${EMOJI})?\\ufe0f?\\s{0,3}(?:\\*\\*|__)?)` +
    `(${CHECKPOINT_PARTS.map((part) => HEADINGS[part].title).join("|")})(?![\\p{L}\\p{N}_])(\\s{0,3}(?:\\*\\*|__)?\\s{0,3}[:：])?`,
  "giu",
);

/** Breaks a line before each heading in it. A title in small letters without a mark is a word like any other. */
export function splitAtHeadings(line: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 1: marks = "", 2: title = "", 3: colon } of line.matchAll(WITHIN)) {
    const isLabel = colon !== undefined && /^\p{Lu}/u.test(title);
    const isFirst = line.slice(0, index).trim() === "";
    if (isFirst || (marks.trim() === "" && !isLabel)) continue;
    pieces.push(line.slice(from, index).trimEnd());
    from = index;
  }
  return [...pieces, line.slice(from)];
}
