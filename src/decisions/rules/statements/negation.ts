/** Reads what a sentence rejects, forbids or only gives as a reason, and has the words that say so. */

import { stemOf } from "../../../shared/words/word-forms.ts";
import { phraseFinder, type Sentence, type Span } from "./phrases.ts";

/** The words `from` up to before `until` are negated by the word at `at`. */
interface Negation {
  readonly at: number;
  readonly from: number;
  readonly until: number;
}

/** The parts of a sentence that it rejects, and those that it mentions only as a reason. */
export interface Polarity {
  readonly negations: readonly Negation[];
  isReason(span: Span): boolean;
}

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

/** Negate all that follows. */
const REJECTS =
  list(`not never dont doesnt didnt wont cannot cant shouldnt mustnt isnt arent against unless except neither nor
  no_longer instead_of rather_than away_from rid_of free_of alternative* considered previously formerly`);
/** Negate what they name, which ends before a preposition, or all that follows if it is something done. */
const LACKS = list("without no over vs versus than");
/** Verbs that negate what they act on, which ends where another action begins: `stop hashing and store …`. */
const ENDS =
  list(`avoid* stop stops stopped stopping remov* drop drops dropping ban bans banning forbid* prohibit* reject* refus*
  deny denies eliminat* disallow* refactor* detect* lint* warn* scan scans scanning redact* mask* disabl* turn_off
  turning_off switch_off abandon* retir* phase_out ditch* abolish* discourag* look_for alert_on to_find fail_build
  fails_build break_build breaks_build fail_on fails_on fail_if fails_if fail_when fails_when block blocks`);
/** Of `ENDS` those that remedies begin with. Flaws as well turn off, remove or drop something. */
const FORBIDS = list(
  "avoid* stop stops stopped stopping ban bans banning forbid* prohibit* reject* refus* deny denies disallow* abolish* discourag*",
);
/** What comes after `with` or `by` is what is done instead. */
const REPLACES = list("replac* swap* substitut* exchang* fix fixes fixing prevent* mitigat* guard*");
/** Negate the whole part of the sentence they stand in. */
const CONDEMNS =
  list(`forbidden banned prohibited disallowed deprecated removed replaced rejected refused abandoned is_wrong are_wrong
  is_bad are_bad unsafe harmful unacceptable antipattern not_allowed anti_pattern ruled_out`);
/** Negate what comes directly before them. */
const DENIES = list(
  `is_not are_not must_not should_not may_not can_not shall_not will_not is_never are_never must_never isnt arent`,
);
/** Say that something is not worth it: `a vault is overkill`. Negate the few words before them. */
const DISMISSES =
  list(`overkill is_too are_too be_too costs_too cost_too takes_too take_too is_slow are_slow is_hard are_hard
  is_unnecessary are_unnecessary is_hassle is_pain are_pain is_overhead are_overhead is_expensive are_expensive
  is_tedious are_tedious is_waste annoys annoy slows slow_us can_wait comes_later come_later is_bloated
  are_bloated is_heavy is_ugly are_ugly`);
const REACH_OF_A_DISMISSAL = 3;
/** After them `from X to Y` leaves X. */
const MOVES = list("mov* migrat* switch* chang* convert* transition* upgrad* port away");
const KOREAN_NEGATION = /않|금지|말고|대신|없이|피하|피한|제거|못\b|아니/u;

/** Say that there is no means or no need, which is a reason and rejects nothing that comes after. */
const EXCUSES =
  list(`no_need dont_need not_need no_time no_budget no_money no_point no_reason dont_have not_have have_no has_no
  not_worth isnt_worth not_afford cannot_afford cant_afford not_enough dont_bother not_bother dont_want not_want
  dont_worry not_worry`);
const OPENS_A_REASON = new Set(["because", "since"]);
/** A clause that begins with one of them ends what is said before it. */
const STARTS_ANEW = new Set(
  "because since so but although though whereas while therefore hence thus then just simply still instead it they we you".split(
    " ",
  ),
);
/** A clause that begins with one of them says why or when, and what follows it is said anew. */
const INTRODUCES =
  list(`because since given as although though while if when until to for in despite after before once
  with instead_of rather_than`);
const PREPOSITIONS = new Set(
  "in into on onto to for from at via with as by through inside within and or".split(" "),
);
/** Verbs of `ENDS` that are nouns as well: a block of code, scans of passports. */
const NOUNS_TOO = new Set(["block", "blocks", "scan", "scans", "drop", "drops"]);
const MEANS = new Set(["with", "by", "using", "manually"]);
const TARGETS = new Set(["to", "into"]);
const ACTIONS = new Set(
  `store keep commit put use write save send let run build call do make give read take accept trust check compute hash encrypt
  log add set turn allow grant share copy deploy push merge ship skip delete ignore catch retry return load parse pass serve
  show embed hard create open expose cache connect execute fetch go rely just simply hold host edit apply change leave`
    .split(/\s+/)
    .map(stemOf),
);

function list(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(/\s+/).map((phrase) => phrase.replaceAll("_", " ")));
}

const finder = phraseFinder(
  [REJECTS, LACKS, ENDS, REPLACES, CONDEMNS, DENIES, DISMISSES, MOVES, EXCUSES].flatMap((phrases) => [
    ...phrases,
  ]),
);
