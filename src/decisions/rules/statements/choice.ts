/** Reads what a statement chooses and rejects, and compares two choices. */

/** The texts of a decision, made or proposed, that say what it chooses and what it rejects. */
export interface StatedChoice {
  readonly statement: string;
  readonly alternatives: readonly string[];
}

/** A choice is said within this length. Every text is compared with many others, and nobody may make that slow. */
const MOST_CHARACTERS = { statement: 1_000, alternative: 300 };
const MOST_ALTERNATIVES = 20;

/** The beginnings of the texts, which are enough to compare choices by. */
export function comparedTexts({ statement, alternatives }: StatedChoice): StatedChoice {
  return {
    statement: statement.slice(0, MOST_CHARACTERS.statement),
    alternatives: alternatives
      .slice(0, MOST_ALTERNATIVES)
      .map((text) => text.slice(0, MOST_CHARACTERS.alternative)),
  };
}

/** The text after this is what the statement does not choose. */
const REJECTION_START =
  /\b(?:instead of|rather than|in place of|over(?! (?:from|to)\b)|not|no(?!-)|without|vs\.?|versus)\b|대신|말고/iu;
/** `Move from X to Y` chooses Y and rejects X. */
const MOVED_AWAY_FROM =
  /\b(?:from|off|out of|replac(?:e|es|ing)|drop(?:s|ping)?|remov(?:e|es|ing))\s+(.+?)\s+(?:to|by|with|for|in favou?r of)\b/iu;
/** A statement that forbids something chooses nothing. */
const PROHIBITION = /^\s*(?:do not|don['’]t|never|avoid|stop|no|drop|remove|reject)\b|않는다|금지/iu;

const STOP_WORDS = new Set(
  `a an and are as at be by can do each every for from has have in into is it its keep let make more move new of on one only or our own
   put run set should so some store switch take than that the their then this to try up use uses using via we when where which will
   with adopt add all also based build choose chose create go introduce migrate pick prefer replace start write instead
   api app application code component data database db feature framework layer library module project server service solution system
   team tool version nothing
   frontend backend infra infrastructure ui web production development test testing ci`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*(?:[.+#][\p{L}\p{N}]+|\+\+|#)?/gu;

/** The words of a text without stop words, in the singular. */
export function contentWords(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.normalize("NFKC").toLowerCase().match(WORD) ?? []) {
    const one = singular(word);
    if (!STOP_WORDS.has(word) && !STOP_WORDS.has(one)) found.add(one);
  }
  return found;
}

function singular(word: string): string {
  const before = word.at(-2);
  return word.length > 3 && word.endsWith("s") && before !== "s" && before !== "u" ? word.slice(0, -1) : word;
}

const CAPITALISED = /^\p{Lu}/u;
const WITHIN_A_NAME = /\p{Ll}\p{Lu}|\p{Lu}{2}|\p{N}/u;

/** Words written like names: `PostgreSQL`, `S3`, and `Redis` unless the whole text is in title case. */
function namesIn(text: string): Set<string> {
  const words = text.match(WORD) ?? [];
  const isCapitalised = words.map((word) => CAPITALISED.test(word));
  const capitalised = isCapitalised.reduce((count, is, i) => (is && i > 0 ? count + 1 : count), 0);
  const isTitle = capitalised > (words.length - 1) / 2 && words.length > 3;
  const names = words.filter(
    (word, i) => (i > 0 && !isTitle && isCapitalised[i]) || WITHIN_A_NAME.test(word),
  );
  return contentWords(names.join(" "));
}

interface Choice {
  /** The words for what it chooses, and for what purpose, in the order of the statement. */
  readonly chosen: ReadonlySet<string>;
  /** Those of `chosen` that are names. */
  readonly names: ReadonlySet<string>;
  /** Whether it has the simple form: use X for Y. */
  readonly isSimple: boolean;
  /** The words of each thing it rejects: what the statement says it is not, then the alternatives. */
  readonly rejected: readonly ReadonlySet<string>[];
  /** How many of `rejected` are said in the statement itself. */
  readonly rejectedInStatement: number;
  /** The words that say nothing about its subject: names, and what only rejected things have. */
  readonly besideSubject: ReadonlySet<string>;
}

/** A cache: each is compared many times. A decision that was edited is read as another object. */
const parsedChoices = new WeakMap<StatedChoice, Choice>();

function choiceOf(stated: StatedChoice): Choice {
  const choice = parsedChoices.get(stated) ?? parseChoice(comparedTexts(stated));
  parsedChoices.set(stated, choice);
  return choice;
}

function parseChoice({ statement, alternatives }: StatedChoice): Choice {
  const [, movedFrom = ""] = MOVED_AWAY_FROM.exec(statement) ?? [];
  const rejectionAt = statement.search(REJECTION_START);
  const rest = rejectionAt === -1 ? "" : statement.slice(rejectionAt).replace(REJECTION_START, "");
  // `… instead of MongoDB for the orders` rejects MongoDB and is about the orders.
  const [turnedDown = "", purpose = ""] =
    rest.split(/[,;.](?:\s|$)|\bbecause\b/iu)[0]?.split(/\bfor\b/iu) ?? [];
  const beforeRejection = rejectionAt === -1 ? statement : `${statement.slice(0, rejectionAt)} ${purpose}`;
  const chosenText = PROHIBITION.test(statement) ? "" : beforeRejection.replace(MOVED_AWAY_FROM, " ");
  const chosen = contentWords(chosenText);
  const names = namesIn(chosenText);
  const isSaid = ({ size }: ReadonlySet<string>): boolean => size > 0;
  const inStatement = [movedFrom, turnedDown].map(contentWords).filter(isSaid);
  const rejected = [...inStatement, ...alternatives.map(contentWords).filter(isSaid)];
  const besideSubject = new Set(names);
  for (const words of rejected) for (const word of words) if (!chosen.has(word)) besideSubject.add(word);
  return {
    chosen,
    names,
    isSimple: SIMPLE_CHOICE.test(statement),
    rejected,
    rejectedInStatement: inStatement.length,
    besideSubject,
  };
}

/** The share of subject words that two decisions need in common to be about the same thing. */
const MIN_SHARED_SUBJECT = 0.6;

/**
 * Whether two decisions are about the same thing: the shorter one shares most of its words with the other. Names and
 * rejected things do not count.
 */
export function sameSubject(a: StatedChoice, b: StatedChoice): boolean {
  const [first, second] = [choiceOf(a), choiceOf(b)];
  let common = 0;
  let inFirst = 0;
  for (const word of first.chosen) {
    if (first.besideSubject.has(word) || second.besideSubject.has(word)) continue;
    inFirst++;
    if (second.chosen.has(word)) common++;
  }
  if (common === 0) return false;
  let inSecond = 0;
  for (const word of second.chosen)
    if (!first.besideSubject.has(word) && !second.besideSubject.has(word)) inSecond++;
  return common >= MIN_SHARED_SUBJECT * Math.min(inFirst, inSecond);
}

/**
 * Whether one chooses what the other explicitly rejected, for the same thing. Choosing both is not opposing, and words
 * that both choose are ignored.
 */
export function opposes(one: StatedChoice, other: StatedChoice): boolean {
  // Most pairs are about different things, and this is found out fastest.
  if (!sameSubject(one, other)) return false;
  const [first, second] = [choiceOf(one), choiceOf(other)];
  const choosesRejected = second.rejected.some(
    (rejected) =>
      isMentioned(rejected, first.chosen) && [...rejected].some((word) => !second.chosen.has(word)),
  );
  const secondChoice = second.names.size > 0 ? second.names : second.chosen;
  return choosesRejected && !isSubset(secondChoice, first.chosen);
}

/**
 * Whether both say the same except for names. `Use X for sessions` and `Use Y for sessions` are different choices,
 * although neither mentions the other's name.
 */
function differOnlyInNames(one: StatedChoice, other: StatedChoice): boolean {
  const [first, second] = [choiceOf(one), choiceOf(other)];
  if (!first.isSimple || !second.isSimple) return false;
  const [firstWords, secondWords] = [wordsWithoutNames(first), wordsWithoutNames(second)];
  return (
    first.names.size > 0 &&
    second.names.size > 0 &&
    !overlap(first.names, second.chosen) &&
    !overlap(second.names, first.chosen) &&
    isSubset(firstWords, secondWords) &&
    isSubset(secondWords, firstWords)
  );
}

/** The simple form of a choice: use X for Y. */
const SIMPLE_CHOICE =
  /^\s*(?:we (?:will )?)?(?:use|adopt|choose|pick|prefer|switch to|move to|migrate to|store|keep|cache|put|host|run|deploy|build|write)\b.*\b(?:for|in|on|as|with|to)\b/iu;

const wordsWithoutNames = ({ chosen, names }: Choice): Set<string> =>
  new Set([...chosen].filter((word) => !names.has(word)));

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => b.has(word));

/**
 * How much of a thing that one statement says it does without the other one takes, whatever the two are about: `without a
 * time limit` against `with a time limit`, `from Redis to Postgres` against `from Postgres to Redis`.
 */
export function doesWithout(one: StatedChoice, other: StatedChoice): number {
  const { rejected, rejectedInStatement } = choiceOf(one);
  const { chosen } = choiceOf(other);
  const shares = rejected
    .slice(0, rejectedInStatement)
    .map((words) => [...words].filter((word) => chosen.has(word)).length / words.size);
  return Math.max(0, ...shares);
}

/** Whether the two choose different things for the same purpose. */
export function isOtherChoice(one: StatedChoice, other: StatedChoice): boolean {
  return opposes(one, other) || opposes(other, one) || differOnlyInNames(one, other);
}

/** Whether the two choose the same thing for the same purpose. */
export function sameChoice(one: StatedChoice, other: StatedChoice): boolean {
  const [first, second] = [choiceOf(one), choiceOf(other)];
  if (isOtherChoice(one, other)) return false;
  if (second.names.size > 0) {
    return (
      isSubset(second.names, first.chosen) && isSubset(first.names, second.chosen) && sameSubject(one, other)
    );
  }
  const common = [...first.chosen].filter((word) => second.chosen.has(word)).length;
  const all = new Set([...first.chosen, ...second.chosen]).size;
  return common >= 2 && common / all >= MIN_SHARED_WITHOUT_NAMES;
}

/** Without names, two decisions need this share of all their words in common to be the same choice. */
const MIN_SHARED_WITHOUT_NAMES = 0.75;

/** Whether the words are there close together: scattered over a long statement they are about something else. */
function isMentioned(words: ReadonlySet<string>, chosen: ReadonlySet<string>): boolean {
  if (!isSubset(words, chosen)) return false;
  const places = [...chosen].flatMap((word, place) => (words.has(word) ? [place] : []));
  return Math.max(...places) - Math.min(...places) <= words.size;
}

/** False for an empty set. */
function isSubset(words: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => all.has(word));
}
