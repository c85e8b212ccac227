import { stemOf } from "../shared/word-forms.ts";
import {
  ACTIONS,
  CONDEMNS,
  DENIES,
  DISMISSES,
  ENDS,
  EXCUSES,
  FORBIDS,
  INTRODUCES,
  KOREAN_NEGATION,
  LACKS,
  MEANS,
  MOVES,
  NOUNS_TOO,
  OPENS_A_REASON,
  PREPOSITIONS,
  REACH_OF_A_DISMISSAL,
  REJECTS,
  REPLACES,
  STARTS_ANEW,
  TARGETS,
} from "./negation-words.ts";
import { phraseFinder, type Sentence, type Span } from "./phrases.ts";

/** The words `from` up to before `until` are negated by the word at `at`. */
interface Negation {
  readonly at: number;
  readonly from: number;
  readonly until: number;
}

/** What a sentence rejects, and what it mentions only as a reason. */
export interface Polarity {
  readonly negations: readonly Negation[];
  isReason(span: Span): boolean;
}

const finder = phraseFinder(
  [REJECTS, LACKS, ENDS, REPLACES, CONDEMNS, DENIES, DISMISSES, MOVES, EXCUSES].flatMap((phrases) => [
    ...phrases,
  ]),
);

/**
 * Reads a sentence for what it rejects. In doubt something is taken as rejected, because a missed warning costs less than
 * a wrong one.
 */
export function polarityOf(sentence: Sentence): Polarity {
  const { words, clauses } = sentence;
  const found = finder.find(sentence);
  const at = (phrases: ReadonlySet<string>): Span[] =>
    [...found].flatMap(([phrase, spans]) =>
      phrases.has(phrase) ? spans.filter((span) => isExact(phrase, words, span)) : [],
    );
  const part = partsOf(sentence, at(EXCUSES));
  const endOfPart = (i: number): number => endOf(part, i);

  const following = (spans: readonly Span[], end: (span: Span) => number): Negation[] =>
    spans.map((span) => ({ at: span.start, from: span.end, until: end(span) }));
  const moved = at(MOVES);
  const left = [...words.keys()].filter(
    (i) =>
      (words[i] === "out" && words[i + 1] === "of") ||
      ((words[i] === "from" || words[i] === "off") &&
        moved.some(({ end }) => end <= i && part[end - 1] === part[i])),
  );
  const negations: Negation[] = [
    ...following(at(REJECTS), ({ start, end }) => (isEmphasis(words, start) ? end + 1 : endOfPart(start))),
    ...following(at(LACKS), (span) => {
      const opens = span.start === 0 || clauses[span.start - 1] !== clauses[span.start];
      const isWhole = (words[span.start] === "no" && opens) || (words[span.end] ?? "").endsWith("ing");
      return isWhole
        ? endOfPart(span.start)
        : beforeAny(sentence, span.end, PREPOSITIONS, endOfPart(span.start));
    }),
    ...following(
      at(ENDS).filter(({ start }) => !NOUNS_TOO.has(words[start] ?? "") || isVerb(sentence, start)),
      ({ start, end }) => beforeAction(sentence, end, endOfPart(start)),
    ),
    ...following(at(REPLACES), ({ start, end }) =>
      beforeAny(sentence, end, MEANS, beforeAction(sentence, end, endOfPart(start))),
    ),
    ...left.map((i) => ({
      at: i,
      from: i + 1,
      until: beforeAny(sentence, i + 1, TARGETS, endOfPart(i)),
    })),
    ...at(CONDEMNS).map(({ start }) => ({
      at: start,
      from: part.indexOf(part[start] ?? 0),
      until: endOfPart(start),
    })),
    ...at(DISMISSES).map(({ start }) => ({ at: start, from: dismissedFrom(sentence, start), until: start })),
    ...at(DENIES).map(({ start }) => ({ at: start, from: start - 1, until: start })),
    ...words.flatMap((word, i) =>
      KOREAN_NEGATION.test(word) ? [{ at: i, from: 0, until: words.length }] : [],
    ),
  ];
  const reasons = new Set(
    words.flatMap((word, i) =>
      OPENS_A_REASON.has(word) && words[i + 1] !== "of" && clauses[i] !== clauses[i - 1]
        ? [part[i] ?? 0]
        : [],
    ),
  );
  return { negations, isReason: ({ start }) => reasons.has(part[start] ?? 0) };
}

/** Whether the span is rejected. A negation does not count where it is part of what was found: `no backups`. */
export function isRejected(
  span: Span,
  { negations, isReason }: Polarity,
  found: readonly Span[] = [span],
): boolean {
  return (
    isReason(span) ||
    negations.some(
      ({ at, from, until }) =>
        span.start < until && span.end > from && !found.some(({ start, end }) => at >= start && at < end),
    )
  );
}

/**
 * Whether a sentence forbids or denies something outside of its reasons and aims: `never`, `instead of`, `is forbidden`. What it
 * ends, lacks or dismisses (`turn off the checks`, `without a lock`, `a vault is overkill`) does not count, because flaws
 * are put that way as often as remedies.
 */
export function isProhibition(sentence: Sentence): boolean {
  const { words, clauses } = sentence;
  const { isReason } = polarityOf(sentence);
  const isAim = ({ start }: Span): boolean => words[clauses.indexOf(clauses[start] ?? 0)] === "so";
  const spans = [...finder.find(sentence)].flatMap(([phrase, found]) =>
    found.filter((span) => isExact(phrase, words, span)).map((span) => ({ phrase, ...span })),
  );
  const isExcuse = ({ start }: Span): boolean =>
    spans.some((one) => EXCUSES.has(one.phrase) && start >= one.start && start < one.end);
  return (
    words.some((word) => KOREAN_NEGATION.test(word)) ||
    spans.some(
      (span) =>
        ([REJECTS, CONDEMNS, DENIES].some((phrases) => phrases.has(span.phrase)) ||
          (FORBIDS.has(span.phrase) && isVerb(sentence, span.start))) &&
        !isEmphasis(words, span.start) &&
        !isExcuse(span) &&
        !isReason(span) &&
        !isAim(span),
    )
  );
}

/** For each word the number of its part of the sentence. No negation reaches into another part. */
function partsOf({ words, clauses }: Sentence, excuses: readonly Span[]): number[] {
  const excused = new Set(excuses.map(({ start }) => clauses[start]));
  const opening = new Map<number, string>();
  for (const i of words.keys()) {
    const clause = clauses[i] ?? 0;
    if (!opening.has(clause)) opening.set(clause, openingOf(words, i));
  }
  let part = 0;
  return words.map((_, i) => {
    const clause = clauses[i] ?? 0;
    if (i > 0 && clauses[i - 1] !== clause) {
      const before = clauses[i - 1] ?? 0;
      const isNew =
        STARTS_ANEW.has(opening.get(clause) ?? "") ||
        INTRODUCES.has(opening.get(before) ?? "") ||
        excused.has(before);
      if (isNew) part++;
    }
    return part;
  });
}

function openingOf(words: readonly string[], i: number): string {
  const two = `${words[i]} ${words[i + 1]}`;
  return INTRODUCES.has(two) ? two : (words[i] ?? "");
}

function endOf(part: readonly number[], i: number): number {
  return part.lastIndexOf(part[i] ?? 0) + 1;
}

function beforeAny({ words }: Sentence, from: number, stops: ReadonlySet<string>, end: number): number {
  const i = words.findIndex((word, at) => at >= from && stops.has(word));
  return i === -1 ? end : Math.min(i, end);
}

/** Where what is dismissed begins, in the same clause: `use MD5 as bcrypt is slow` dismisses bcrypt. */
function dismissedFrom({ words, clauses }: Sentence, i: number): number {
  let from = i;
  while (
    from > 0 &&
    i - from < REACH_OF_A_DISMISSAL &&
    clauses[from - 1] === clauses[i] &&
    !PREPOSITIONS.has(words[from - 1] ?? "")
  )
    from--;
  return from;
}

/** Where another action begins: a verb in its plain form after `and`, `then` or a comma. */
function beforeAction({ words, clauses }: Sentence, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const joins = words[i - 1] === "and" || words[i - 1] === "then" || clauses[i - 1] !== clauses[i];
    const word = words[i] ?? "";
    if (i > from && joins && ACTIONS.has(stemOf(word)) && !/(?:ing|ed)$/.test(word)) return i;
  }
  return end;
}

/** Forms differ here: `replace X` rejects X alone, and `X is replaced` all of it. */
const isExact = (phrase: string, words: readonly string[], { start }: Span): boolean =>
  phrase.split(" ").every((part, i) => part.endsWith("*") || part === words[start + i]);

/** `Not only X` denies the word `only`, and nothing of X. */
const isEmphasis = (words: readonly string[], i: number): boolean =>
  words[i] === "not" && /^(?:only|just|yet)$/.test(words[i + 1] ?? "");

/** `Block …` and `we block …`, but no block of code. */
const isVerb = ({ words, clauses }: Sentence, i: number): boolean =>
  i === 0 ||
  clauses[i - 1] !== clauses[i] ||
  /^(?:we|to|will|must|should|and|that|which)$/.test(words[i - 1] ?? "");
