/** How well a claim is supported, according to its author. */
export const EVIDENCE_STATUSES = ["verified", "not_run", "assumed"] as const;
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];

export interface Claim {
  readonly text: string;
  /** Undefined if the author gave none. */
  readonly status?: EvidenceStatus | undefined;
}

/** A section of the summary. All sections together contain every line of it, in order. */
interface Section {
  /** Undefined for text that is not under a heading of the format. */
  readonly part?: CheckpointPart | undefined;
  readonly lines: readonly string[];
  /** The text under the heading, and on the same line. */
  readonly text: string;
}

/** A parsed checkpoint. Nothing is dropped: text that belongs to no part is a section without one. */
export interface Continuity {
  readonly sections: readonly Section[];
  readonly goal: string;
  readonly claims: readonly Claim[];
  readonly unfinished: string;
  readonly briefing: string;
  readonly missing: readonly CheckpointPart[];
}

const FENCE = /^\s*(?:```|~~~)/;

/** Reads the lines as they are, and looks for headings within them only if that finds more of the parts. */
export function readContinuity(summary: string, nextSteps: string): Continuity {
  const lines = linesOf(summary);
  const asWritten = readLines(lines, nextSteps);
  if (asWritten.missing.length === 0) return asWritten;
  const headings = headingsOf(lines);
  const split = readLines(
    lines.flatMap((line, i) => (headings[i]?.part && !headings[i].bulleted ? splitAtHeadings(line) : [line])),
    nextSteps,
  );
  return split.missing.length < asWritten.missing.length ? split : asWritten;
}

/** Some models write a line break as a backslash and an n. A path such as C:\\new is left alone. */
function linesOf(summary: string): string[] {
  const lines = summary.split("\n");
  const spelled = lines.length === 1 ? summary.split(/(?:\\r)?\\n/) : [];
  return spelled.slice(1).some((line) => headingOf(line)?.part) ? spelled : lines;
}

function readLines(lines: readonly string[], nextSteps: string): Continuity {
  const sections = sectionsOf(lines);
  const textOf = (part: CheckpointPart): string =>
    sections
      .filter((section) => section.part === part && section.text !== "")
      .map(({ text }) => text)
      .join("\n");
  const parts: Readonly<Record<CheckpointPart, string>> = {
    "Goal & Progress": textOf("Goal & Progress"),
    Evidence: textOf("Evidence"),
    "Unfinished & Risks": textOf("Unfinished & Risks"),
    // The briefing has its own argument, but may be part of the summary as well.
    "Next Agent Briefing": [textOf("Next Agent Briefing"), nextSteps.trim()].filter(Boolean).join("\n"),
  };
  return {
    sections,
    goal: parts["Goal & Progress"],
    claims: claimsOf(parts.Evidence),
    unfinished: parts["Unfinished & Risks"],
    briefing: parts["Next Agent Briefing"],
    missing: CHECKPOINT_PARTS.filter((part) => parts[part] === ""),
  };
}

function sectionsOf(lines: readonly string[]): Section[] {
  const headings = headingsOf(lines);
  // Bullets are items, unless the author made every heading a bullet.
  const bulletsAreHeadings = !headings.some((heading) => heading?.part && !heading.bulleted);
  const sections: { part?: CheckpointPart | undefined; lines: string[]; body: string[]; level: number }[] = [
    { lines: [], body: [], level: UNMARKED },
  ];
  for (const [i, line] of lines.entries()) {
    const heading = headings[i];
    const open = sections.at(-1) as (typeof sections)[number];
    const begins =
      heading &&
      (heading.part ? !heading.bulleted || bulletsAreHeadings : open.part && heading.level <= open.level);
    if (begins) {
      const beside = heading.part ? heading.rest : line;
      sections.push({ part: heading.part, lines: [line], body: [beside], level: heading.level });
    } else {
      open.lines.push(line);
      open.body.push(line);
    }
  }
  return sections
    .filter((section) => section.lines.length > 0)
    .map((section) => ({ part: section.part, lines: section.lines, text: section.body.join("\n").trim() }));
}

/** For each line the heading it may be. Lines inside a code fence are never headings. */
function headingsOf(lines: readonly string[]): (Heading | undefined)[] {
  let fenced = false;
  return lines.map((line) => {
    if (FENCE.test(line)) {
      fenced = !fenced;
      return undefined;
    }
    return fenced ? undefined : headingOf(line);
  });
}

const BULLET = /^(\s*)(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;

/** One claim per bullet or paragraph. Indented lines belong to the claim above. */
function claimsOf(evidence: string): Claim[] {
  const claims: string[] = [];
  let outermost: number | undefined;
  let inParagraph = false;
  for (const line of evidence.split("\n")) {
    const bullet = BULLET.exec(line);
    const indent = bullet?.[1]?.length ?? 0;
    if (line.trim() === "") {
      inParagraph = false;
    } else if (bullet && indent <= (outermost ?? indent)) {
      outermost = indent;
      claims.push(line.slice(bullet[0].length).trim());
      inParagraph = true;
    } else if (inParagraph && claims.length > 0) {
      claims.push(`${claims.pop()}\n${line.trim()}`);
    } else {
      claims.push(line.trim());
      inParagraph = true;
    }
  }
  return claims.map((text) => ({ text, status: statusOf(text) }));
}

const STATUS_WORDS: readonly (readonly [EvidenceStatus, RegExp])[] = [
  ["not_run", /\bnot[ -]?(?:yet )?(?:run|verified|tested|checked)\b|\bunverified\b|\buntested\b/i],
  ["assumed", /\bassum(?:ed|ing|ption)\b/i],
  ["verified", /\bverified\b|✅/i],
];

/** The explicitly given status, or else the weakest status word in the claim, so that a doubt never counts as verified. */
function statusOf(claim: string): EvidenceStatus | undefined {
  const statusText = /\bstatus\s{0,3}[:：=]\s{0,3}([^.;,()\n]{1,40})/i.exec(claim)?.[1];
  return (statusText === undefined ? undefined : weakest(statusText)) ?? weakest(claim);
}

function weakest(text: string): EvidenceStatus | undefined {
  return STATUS_WORDS.find(([, words]) => words.test(text))?.[0];
}

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
interface Heading {
  readonly part?: CheckpointPart | undefined;
  /** The level of a Markdown heading; other headings are below all of them. */
  readonly level: number;
  readonly bulleted: boolean;
  readonly rest: string;
}

const UNMARKED = 7;

function headingOf(line: string): Heading | undefined {
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
function splitAtHeadings(line: string): string[] {
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
