/** A sentence of a text, as words to be compared: lowercase, without articles. */
export type Words = readonly string[];

const SENTENCE_END = /[.!?。]+(?=\s|$)|[;\n]+|\.{3}/u;
/** Hangul is split off, because its particles are joined to foreign words: `jwt를`. */
const WORD = /\p{Script=Hangul}+|(?:(?!\p{Script=Hangul})[\p{L}\p{N}_])+/gu;
const ARTICLES = new Set(["a", "an", "the", "any", "our", "your", "their", "its"]);

export function sentencesOf(text: string): Words[] {
  return text
    .normalize("NFKC")
    .replace(/['’]/g, "")
    .split(SENTENCE_END)
    .map((sentence) => (sentence.toLowerCase().match(WORD) ?? []).filter((word) => !ARTICLES.has(word)))
    .filter((words) => words.length > 0);
}

/** Where words stand, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every place of a phrase. A word of it that ends in `*` stands for every word that begins like it. */
export function spansOf(words: Words, phrase: string): Span[] {
  const wanted = partsOf(phrase);
  const spans: Span[] = [];
  for (let start = 0; start + wanted.length <= words.length; start++) {
    if (wanted.every((matches, i) => matches(words[start + i] ?? ""))) {
      spans.push({ start, end: start + wanted.length });
    }
  }
  return spans;
}

type WordTest = (word: string) => boolean;
const parts = new Map<string, readonly WordTest[]>();

/** The phrases are those of the program, so there is an end to them. */
function partsOf(phrase: string): readonly WordTest[] {
  const known = parts.get(phrase) ?? phrase.split(" ").map(wordTest);
  parts.set(phrase, known);
  return known;
}

function wordTest(wanted: string): WordTest {
  if (!wanted.endsWith("*")) return (word) => word === wanted;
  const stem = wanted.slice(0, -1);
  return (word) => word.startsWith(stem);
}

/** What turns the rest of a sentence around. */
const BEFORE =
  listOf(`not no never without avoid* stop* remov* replac* drop ban* forbid* prevent* reject* eliminat* disallow*
  prohibit* fix* refactor* dont doesnt wont cannot cant shouldnt mustnt isnt arent over against unless except neither nor vs
  versus detect* lint* warn* instead_of rather_than away_from no_longer rid_of`);
/** Wherever in the sentence. */
const ANYWHERE =
  listOf(`forbidden banned prohibited disallowed deprecated removed replaced wrong unsafe antipattern not_allowed
  anti_pattern`);
const AFTERWARDS = listOf("is_not are_not must_not should_not may_not can_not shall_not will_not");
/** Right before it. */
const LEAVING = listOf("from off");
const KOREAN_NEGATION = /않|금지|말고|대신|없이|피하|피한|제거|못\b|아니/u;

/**
 * Whether a sentence says the opposite about what stands in these places. In doubt it does: a missed warning costs less
 * than a wrong one.
 */
export function isNegated(words: Words, spans: readonly Span[]): boolean {
  const covered = (i: number): boolean => spans.some(({ start, end }) => i >= start && i < end);
  const end = Math.max(...spans.map((span) => span.end));
  const outside = (phrase: string): Span[] => spansOf(words, phrase).filter(({ start }) => !covered(start));
  return (
    BEFORE.some((phrase) => outside(phrase).some((span) => span.start < end)) ||
    ANYWHERE.some((phrase) => outside(phrase).length > 0) ||
    AFTERWARDS.some((phrase) => outside(phrase).some(({ start }) => start === end)) ||
    spans.some(({ start }) => LEAVING.includes(words[start - 1] ?? "")) ||
    words.some((word) => KOREAN_NEGATION.test(word))
  );
}

function listOf(phrases: string): string[] {
  return phrases.split(/\s+/).map((phrase) => phrase.replaceAll("_", " "));
}
