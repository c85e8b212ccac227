/** A sentence of prose: no code, no table, no heading, no quotation, no item of a list of options. */
export interface ProseSentence {
  /** As it was written, trimmed. */
  readonly text: string;
  /** Of the same length: what stands in code or in quotation marks is blanked out, so that no word of it counts. */
  readonly masked: string;
  /** Whether it begins an item of a list that is announced as one of decisions. */
  readonly isAnnounced: boolean;
}

/** Of a long text the beginning and the end are read, where choices are said. */
const MOST_AT_EACH_END = 20_000;
/** What follows in a longer sentence is not read: rules look at each sentence many times. */
const MOST_OF_SENTENCE = 400;
/** A line this long that ends in the middle of a sentence was wrapped. */
const LEAST_OF_WRAPPED = 60;

const LIST_MARKER = /^(?:[-*+•]|\d{1,3}[.)]|[a-z]\))\s+/i;
/** A line that a program has written, or markup. */
const NO_PROSE = /^(?:[>|<$]|@@|at \S+ ?\(|\d{4}-\d\d-\d\d[T ]\d\d:|[-=_*]{3,}$|`[^`]*`[.,:;]?$)/;
const ANNOUNCES_OPTIONS =
  /\b(?:options?|alternatives?|approaches|ways|ideas?|suggestions?|recommendations?|proposals?|next steps?|next up|to-?dos?|plan|open (?:questions|points)|remaining|follow-?ups?|consider|arguments?|remarks|pros|cons|trade-?offs|could|would|might)\b/i;
const ANNOUNCES_DECISIONS = /\b(?:decisions?(?! needed)|decided|design choices|choices (?:I )?made)\b/i;
const SHORTENED = /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|approx|resp|incl|excl|ca|cf|bzw|z\.B|d\.h|p\.ej|Mr|Dr)$/i;

/** Where a list or a section leads, by what stands above it. */
type Lead = "options" | "decisions" | undefined;

export function proseSentences(text: string): ProseSentence[] {
  return blocksOf(text).flatMap(({ start, end, isAnnounced }) =>
    sentencesIn(text.slice(start, end), isAnnounced),
  );
}

interface Block {
  readonly start: number;
  end: number;
  readonly isItem: boolean;
  readonly isAnnounced: boolean;
}

/** The items and paragraphs. The lines of a paragraph are kept apart unless one was wrapped, because people end a sentence with a line. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence: string | undefined;
  let section: Lead;
  let intro: Lead;
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, Math.min(end, start + MOST_AT_EACH_END));
    const content = line.trim();
    const mark = content.slice(0, 3);
    const isFence = mark === "```" || mark === "~~~";
    if (isFence && (fence ?? mark) === mark) fence = fence === undefined ? mark : undefined;
    const isLeftOut = start >= MOST_AT_EACH_END && end <= text.length - MOST_AT_EACH_END;
    if (isFence || fence !== undefined || isLeftOut || content === "" || NO_PROSE.test(content)) {
      open = undefined;
    } else if (content.startsWith("#")) {
      open = undefined;
      section = leadOf(content);
      intro = undefined;
    } else {
      const [marker] = LIST_MARKER.exec(content) ?? [];
      const isItem = marker !== undefined;
      const from = start + line.length - line.trimStart().length + (marker?.length ?? 0);
      if (open && !isItem && isWrapped(text.slice(open.start, open.end))) {
        open.end = start + line.length;
      } else {
        if (!isItem) intro = content.endsWith(":") ? leadOf(content) : undefined;
        const lead = isItem ? (intro ?? section) : section;
        open = { start: from, end: start + line.length, isItem, isAnnounced: isItem && lead === "decisions" };
        if (lead !== "options") blocks.push(open);
      }
    }
  }
  return blocks;
}

function* linesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    yield { start, end };
    start = end + 1;
  }
}

function leadOf(line: string): Lead {
  const words = line.slice(0, MOST_OF_SENTENCE);
  if (ANNOUNCES_DECISIONS.test(words)) return "decisions";
  return ANNOUNCES_OPTIONS.test(words) ? "options" : undefined;
}

function isWrapped(block: string): boolean {
  const last = block.slice(block.lastIndexOf("\n") + 1).trim();
  return last.length >= LEAST_OF_WRAPPED && !/[.!?:;]$/.test(last);
}

function sentencesIn(block: string, isAnnounced: boolean): ProseSentence[] {
  const masked = maskCode(block);
  const sentences: ProseSentence[] = [];
  let from = 0;
  for (let i = 0; i < masked.length; i++) {
    if (!".!?".includes(masked.charAt(i))) continue;
    const first = i;
    while (/[.!?)"'”*]/.test(masked.charAt(i + 1))) i++;
    const isEnd = i + 1 >= masked.length || /\s/.test(masked.charAt(i + 1));
    if (!isEnd || (first === i && SHORTENED.test(masked.slice(Math.max(from, first - 8), first)))) continue;
    add(from, i + 1);
    from = i + 1;
  }
  add(from, masked.length);
  return sentences;

  function add(start: number, end: number): void {
    // By the masked text, so that a sentence does not begin with a mark of emphasis.
    const at = end - masked.slice(start, end).trimStart().length;
    const text = shortened(block.slice(at, end).trim());
    if (text !== "")
      sentences.push({
        text,
        masked: masked.slice(at, at + text.length),
        isAnnounced: isAnnounced && start === 0,
      });
  }
}

/** At the end of a word. */
function shortened(text: string): string {
  if (text.length <= MOST_OF_SENTENCE) return text;
  const cut = text.slice(0, MOST_OF_SENTENCE);
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, "")).trim();
}

/** The apostrophe is made the plain one, and emphasis is blanked out. */
function maskCode(block: string): string {
  return block
    .replace(/`[^`]*`|"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»/g, (found) => "x".repeat(found.length))
    .replace(/[’‘]/g, "'")
    .replace(/[*_\n\t]/g, " ");
}
