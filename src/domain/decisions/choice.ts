/** A decision, made or proposed, as far as it says what it takes and what it leaves. */
export interface Chooser {
  readonly statement: string;
  readonly alternatives: readonly string[];
}

/** From here on a statement speaks of what it does not take. */
const TURN = /\b(?:instead of|rather than|in place of|over|not|no(?!-)|without|vs\.?|versus)\b|대신|말고/iu;
/** `Move from X to Y` takes Y. */
const LEFT_BEHIND =
  /\b(?:from|off|replac(?:e|es|ing)|drop(?:s|ping)?|remov(?:e|es|ing))\s+(.+?)\s+(?:to|by|with|for|in favou?r of)\b/iu;
/** A statement that forbids takes nothing. */
const REFUSAL = /^\s*(?:do not|don['’]t|never|avoid|stop|no|drop|remove|reject)\b|않는다|금지/iu;

const FILLER = new Set(
  `a an and are as at be by can do each every for from has have in into is it its keep let make more move new of on one only or our own
   put run set should so some store switch take than that the their then this to try up use uses using via we when where which will
   with adopt add all also based build choose chose create go introduce migrate pick prefer replace start write instead
   api app application code component data database db feature framework layer library module project server service solution system
   team tool version nothing
   frontend backend infra infrastructure ui web production development test testing ci`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_]*(?:[.+#][\p{L}\p{N}]+|\+\+|#)?/gu;

/** The telling words of a text, alike in singular and plural. */
export function tellingWords(text: string): Set<string> {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !FILLER.has(word) && !FILLER.has(singular(word))).map(singular));
}

const singular = (word: string): string =>
  /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;

/** Words that are written like names: `PostgreSQL`, `S3`, and `Redis` where it is not the case of a title. */
function namesIn(text: string): Set<string> {
  const words = [...text.matchAll(WORD)].map(([word]) => word);
  const capitalised = words.slice(1).filter((word) => /^\p{Lu}/u.test(word)).length;
  const isTitle = capitalised > (words.length - 1) / 2 && words.length > 3;
  const names = words.filter(
    (word, i) => /\p{Ll}\p{Lu}|\p{Lu}{2}|\p{N}/u.test(word) || (i > 0 && !isTitle && /^\p{Lu}/u.test(word)),
  );
  return tellingWords(names.join(" "));
}

interface Choice {
  /** Words of what it takes, and of what that is for. */
  readonly taken: ReadonlySet<string>;
  /** Those among them that are names. */
  readonly names: ReadonlySet<string>;
  /** Each thing it says it does not take. */
  readonly left: readonly ReadonlySet<string>[];
}

/** Decisions are never edited, and each is compared many times. */
const known = new WeakMap<Chooser, Choice>();

function choiceOf(chooser: Chooser): Choice {
  const choice = known.get(chooser) ?? read(chooser);
  known.set(chooser, choice);
  return choice;
}

function read({ statement, alternatives }: Chooser): Choice {
  const [, behind = ""] = LEFT_BEHIND.exec(statement) ?? [];
  const turn = statement.search(TURN);
  const rest = turn === -1 ? "" : statement.slice(turn).replace(TURN, "");
  // `… instead of MongoDB for the orders` leaves MongoDB and is about the orders.
  const [turnedDown = "", purpose = ""] =
    rest.split(/[,;.](?:\s|$)|\bbecause\b/iu)[0]?.split(/\bfor\b/iu) ?? [];
  const until = turn === -1 ? statement : `${statement.slice(0, turn)} ${purpose}`;
  const kept = REFUSAL.test(statement) ? "" : until.replace(LEFT_BEHIND, " ");
  return {
    taken: tellingWords(kept),
    names: namesIn(kept),
    left: [behind, turnedDown, ...alternatives].map(tellingWords).filter(({ size }) => size > 0),
  };
}

/** What must be alike of what two decisions speak of besides what they take, for them to be about the same. */
const SAME_SUBJECT = 0.6;

/**
 * Whether two decisions are about the same thing, by their words: most of what the one that says less speaks of, the
 * names of what they take and leave aside.
 */
export function sameSubject(a: Chooser, b: Chooser): boolean {
  const [first, second] = [choiceOf(a), choiceOf(b)];
  const aside = new Set([first, second].flatMap(namedOrLeft));
  const subject = ({ taken }: Choice): string[] => [...taken].filter((word) => !aside.has(word));
  const [own, other] = [subject(first), subject(second)];
  const common = own.filter((word) => other.includes(word)).length;
  return common > 0 && common >= SAME_SUBJECT * Math.min(own.length, other.length);
}

function namedOrLeft({ names, taken, left }: Choice): string[] {
  return [...names, ...left.flatMap((words) => [...words].filter((word) => !taken.has(word)))];
}

/**
 * Whether one takes what the other explicitly left, for the same thing. Taking both is not opposing, and a word that both
 * take decides nothing.
 */
export function opposes(one: Chooser, other: Chooser): boolean {
  const [taker, leaver] = [choiceOf(one), choiceOf(other)];
  const takesLeft = leaver.left.some(
    (left) => isWithin(left, taker.taken) && [...left].some((word) => !leaver.taken.has(word)),
  );
  const kept = leaver.names.size > 0 ? leaver.names : leaver.taken;
  return takesLeft && !isWithin(kept, taker.taken) && sameSubject(one, other);
}

/**
 * Whether both say the same but for the names in it. In `Use X for sessions` and `Use Y for sessions` something else is
 * taken, although neither speaks of the other.
 */
function exchangesNames(one: Chooser, other: Chooser): boolean {
  if (!TAKES_FOR.test(one.statement) || !TAKES_FOR.test(other.statement)) return false;
  const [first, second] = [choiceOf(one), choiceOf(other)];
  const [own, others] = [frameOf(first), frameOf(second)];
  return (
    first.names.size > 0 &&
    second.names.size > 0 &&
    !meet(first.names, second.taken) &&
    !meet(second.names, first.taken) &&
    isWithin(own, others) &&
    isWithin(others, own)
  );
}

/** The plain form of a choice between things. */
const TAKES_FOR =
  /^\s*(?:we (?:will )?)?(?:use|adopt|choose|pick|prefer|switch to|move to|migrate to|store|keep|cache|put|host|run|deploy|build|write)\b.*\b(?:for|in|on|as|with|to)\b/iu;

/** What is left of a statement without the names in it. */
const frameOf = ({ taken, names }: Choice): Set<string> =>
  new Set([...taken].filter((word) => !names.has(word)));

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((word) => b.has(word));

/** Whether one takes something else than the other, for the same thing. */
export function isOtherChoice(one: Chooser, other: Chooser): boolean {
  return opposes(one, other) || opposes(other, one) || exchangesNames(one, other);
}

/** Whether both take the same, for the same thing. */
export function sameChoice(one: Chooser, other: Chooser): boolean {
  const [first, second] = [choiceOf(one), choiceOf(other)];
  if (isOtherChoice(one, other)) return false;
  if (second.names.size > 0) {
    return (
      isWithin(second.names, first.taken) && isWithin(first.names, second.taken) && sameSubject(one, other)
    );
  }
  const common = [...first.taken].filter((word) => second.taken.has(word)).length;
  const all = new Set([...first.taken, ...second.taken]).size;
  return common >= 2 && common / all >= ALIKE_WITHOUT_NAMES;
}

/** Whether one speaks of all that the other takes, and takes nothing else for it: the same in more words. */
export function covers(one: Chooser, other: Chooser): boolean {
  const [first, second] = [choiceOf(one), choiceOf(other)];
  return second.taken.size >= 2 && isWithin(second.taken, first.taken) && !isOtherChoice(one, other);
}

/** Where no name tells what is taken, this much of all words has to be common. */
const ALIKE_WITHOUT_NAMES = 0.75;

function isWithin(words: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => all.has(word));
}
