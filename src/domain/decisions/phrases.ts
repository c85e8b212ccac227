/** The words of a sentence: lowercase, without articles. */
export type Words = readonly string[];

const SENTENCE_END = /[.!?。]+(?=\s|$)|[;\n]+|\.{3}/u;
/** Hangul is a word of its own, because Korean particles are attached to foreign words: `jwt를`. */
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

/** A range of words; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** All matches of a phrase. A word that ends in `*` matches every word that starts with the rest. */
export function spansOf(words: Words, phrase: string): Span[] {
  const tests = partsOf(phrase);
  const spans: Span[] = [];
  for (let start = 0; start + tests.length <= words.length; start++) {
    if (tests.every((matches, i) => matches(words[start + i] ?? ""))) {
      spans.push({ start, end: start + tests.length });
    }
  }
  return spans;
}

type WordTest = (word: string) => boolean;
const parsedPhrases = new Map<string, readonly WordTest[]>();

/** Cached without limit: all phrases come with the program. */
function partsOf(phrase: string): readonly WordTest[] {
  const known = parsedPhrases.get(phrase) ?? phrase.split(" ").map(wordTest);
  parsedPhrases.set(phrase, known);
  return known;
}

function wordTest(pattern: string): WordTest {
  if (!pattern.endsWith("*")) return (word) => word === pattern;
  const stem = pattern.slice(0, -1);
  return (word) => word.startsWith(stem);
}

/** Negates what comes after it. */
const NEGATES_BEFORE =
  phraseList(`not no never without avoid* stop* remov* replac* drop ban* forbid* prevent* reject* eliminat* disallow*
  prohibit* fix* refactor* dont doesnt wont cannot cant shouldnt mustnt isnt arent over against unless except neither nor vs
  versus detect* lint* warn* instead_of rather_than away_from no_longer rid_of`);
/** Negates the whole sentence. */
const NEGATES_ANYWHERE =
  phraseList(`forbidden banned prohibited disallowed deprecated removed replaced wrong unsafe antipattern not_allowed
  anti_pattern`);
/** Negates what comes directly before it. */
const NEGATES_AFTER = phraseList("is_not are_not must_not should_not may_not can_not shall_not will_not");
/** Negates what comes directly after it. */
const MOVING_AWAY = phraseList("from off");
const KOREAN_NEGATION = /않|금지|말고|대신|없이|피하|피한|제거|못\b|아니/u;

/**
 * Whether a sentence negates what these spans say. In doubt it is taken as negated, because a missed warning costs less
 * than a wrong one.
 */
export function isNegated(words: Words, spans: readonly Span[]): boolean {
  const covered = (i: number): boolean => spans.some(({ start, end }) => i >= start && i < end);
  const end = Math.max(...spans.map((span) => span.end));
  const outside = (phrase: string): Span[] => spansOf(words, phrase).filter(({ start }) => !covered(start));
  return (
    NEGATES_BEFORE.some((phrase) => outside(phrase).some((span) => span.start < end)) ||
    NEGATES_ANYWHERE.some((phrase) => outside(phrase).length > 0) ||
    NEGATES_AFTER.some((phrase) => outside(phrase).some(({ start }) => start === end)) ||
    spans.some(({ start }) => MOVING_AWAY.includes(words[start - 1] ?? "")) ||
    words.some((word) => KOREAN_NEGATION.test(word))
  );
}

function phraseList(phrases: string): string[] {
  return phrases.split(/\s+/).map((phrase) => phrase.replaceAll("_", " "));
}
