import { isFigure, isMadeOfWords, isOnlyWords, isReference, looksRandom } from "./randomness.ts";
import type { FoundSecret, ReadRule } from "./rule.ts";
import { COPULAS, NAMES, type NameKind, NOT_THE_SECRET, PUBLIC_KEYS, WHOLE_WORDS } from "./secret-names.ts";

/**
 * How a name is joined to a value. The more the join says that a value follows, the less the value has to look like a
 * secret.
 * - assigned: `NAME=x`, `"name": "x"`, `--name x`
 * - labelled: `name: x`, which may also be part of a sentence
 * - said: `the name of the server is x`
 * - beside: `name x`
 */
type Join = "assigned" | "labelled" | "said" | "beside";

interface Value {
  readonly join: Join;
  readonly start: number;
  readonly end: number;
  readonly quoted?: boolean;
  /** Sticky: what belongs to the value, too, once it is known to be a secret. */
  readonly tail?: RegExp;
}

const MAX_VALUE = 512;
const ASSIGNS = new RegExp(
  // What closes the name, its type, and what assigns or says that a value follows.
  "\\\\{0,2}[\"'`)\\]*_]{0,4}(?:\\s{0,3}:\\s{0,2}[A-Za-z]\\w{0,20}(?=\\s{0,2}=))?\\s{0,3}" +
    "(?:(=>|:=|\\?=|={1,3}|::)|[:：>→]|->|\\|{1,2}|\\((?=\\\\?[\"'`])|[是为為はが는은이가])\\s{0,3}[*_]{0,2}\\s{0,2}",
  "y",
);
const LISTS = /\\{0,2}["'`]\]?\s{0,2},\s{0,3}(?=\\{0,2}["'`])/y;
const SPACES = /\s{1,3}/y;
/** The name is itself a value, beside the one that is meant: `name: DB_PASSWORD, value: x`. */
const VALUE_OF =
  /\\{0,2}["'`]?\s{0,3}[,;]?\s{0,40}\\{0,2}["'`]?(?:value|content)\\{0,2}["'`]?\s{0,2}[=:]\s{0,2}/iy;
const QUOTED =
  /\\{0,2}(?:"(?:[^"\\\n]|\\[^"\n]){1,512}(?=\\{0,2}")|'(?:[^'\\\n]|\\[^'\n]){1,512}(?=\\?')|`(?:[^`\\\n]|\\[^`\n]){1,512}(?=\\?`))/y;

// A bare value ends at characters such as `=` and `:`, so that a chain of assignments is not read again from each of
// them. Once it is known to be a secret, the tail adds the rest. A final dot belongs to the sentence.
const CHAR = "[^\\s\"'`<>,;(){}[\\]=:|&\\\\，。；、）「」『』】]";
const LAST = CHAR.replace("[^", "[^.");
const BARE = new RegExp(`\\\\?["'\`「『]?(${CHAR}{0,${MAX_VALUE - 1}}${LAST})(?![(\\[])`, "y");
const TAIL = new RegExp(`(?:${CHAR}*${LAST})?(?:[=:|]+${CHAR}*${LAST})*={0,3}`, "y");
/** What a shell takes as the value, whatever characters are in it. */
const OF_A_SHELL = new RegExp(`[^\\s"'\`]{1,${MAX_VALUE}}`, "y");
const TAIL_OF_A_SHELL = /[^\s"'`]+/y;

/** Tries a sticky pattern. */
export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** The value that begins at this place. One in quotes is always meant as a value. */
function valueAt(text: string, index: number, join: Join): Value | undefined {
  const quoted = matchAt(QUOTED, text, index)?.[0];
  if (quoted !== undefined) {
    const start = index + quoted.search(/["'`]/) + 1;
    return { join: "assigned", start, end: index + quoted.length, quoted: true };
  }
  const bare = matchAt(BARE, text, index);
  if (!bare) return undefined;
  const end = index + bare[0].length;
  return { join, start: end - (bare[1]?.length ?? 0), end, tail: TAIL };
}

/** The value that a shell takes from this place on. */
function ofShell(text: string, start: number): Value | undefined {
  const value = matchAt(OF_A_SHELL, text, start)?.[0];
  return value === undefined
    ? undefined
    : { join: "assigned", start, end: start + value.length, tail: TAIL_OF_A_SHELL };
}

const STARTS_A_LINE = /(?:^|\n)[ \t-]*[\w.]*$/;
const REST_OF_LINE = new RegExp(`[^\\s"'\`，。；、「」『』]{1,${MAX_VALUE}}(?=[ \\t]*(?:\\n|$))`, "y");
/** A call, a list, or several settings on one line. */
const CODE = /^[\w$.]*[([{]|;[\w .]*=|^[&*!|>@%]|[,;({[|&.]$/;

/** A value that is all that follows on a line of a file of settings. */
function restOfLine(text: string, start: number, join: Join): Value | undefined {
  const value = matchAt(REST_OF_LINE, text, start)?.[0];
  if (value === undefined || CODE.test(value)) return undefined;
  return { join, start, end: start + value.length };
}

const SENTENCE = /[^\n]{1,120}/y;
const MOST_WORDS = 8;

/** What a sentence says that the value is, and what stands right beside the name. */
function valuesSaid(text: string, index: number): Value[] {
  const sentence = matchAt(SENTENCE, text, index)?.[0] ?? "";
  const values: Value[] = [];
  let join: Join | undefined = "beside";
  let count = 0;
  for (const { 0: word, index: offset } of sentence.matchAll(/\S+/g)) {
    // The last word of a longer sentence may be cut.
    if (count++ === MOST_WORDS || offset + word.length >= 120) break;
    const from = word.search(/[^"'`*_(«„“]/);
    const value = word.slice(Math.max(0, from)).replace(/[.,;:"'`*_)»“”]+$/, "");
    const start = index + offset + from;
    if (join !== undefined && value !== "") values.push({ join, start, end: start + value.length });
    if (/[.!?;]$/.test(word)) break;
    join = COPULAS.has(word.toLowerCase()) || word.endsWith(":") ? "said" : undefined;
  }
  return values;
}

const FLAG = /(?:^|\s)(?:-{1,2}|setx?\s+)[\w.-]*$/i;
const NAME_OF_A_SHELL = /(?:^|[\s"'`])(?:\$env:)?[A-Z0-9_]*$/;

/** The values that could belong to the name between `index` and `end`, after what is `before` it. */
function* valuesBehind(
  kind: NameKind,
  text: string,
  before: string,
  index: number,
  end: number,
): Generator<Value> {
  const next = text.charAt(end);
  const ofVariable = NAME_OF_A_SHELL.test(before) && /^[A-Z0-9_]+$/.test(text.slice(index, end));
  if (next === "=" && (ofVariable || FLAG.test(before))) {
    const value = ofShell(text, end + 1);
    if (value) return yield value;
  }
  const assigns = matchAt(ASSIGNS, text, end);
  if (assigns) {
    const start = end + assigns[0].length;
    const join: Join = assigns[1] ? "assigned" : "labelled";
    const value = (STARTS_A_LINE.test(before) && restOfLine(text, start, join)) || valueAt(text, start, join);
    return value && (yield value);
  }
  const listed = matchAt(VALUE_OF, text, end) ?? matchAt(LISTS, text, end);
  if (listed) {
    const value = valueAt(text, end + listed[0].length, "assigned");
    return value && (yield value);
  }
  const space = matchAt(SPACES, text, end)?.[0].length;
  if (space === undefined || kind === "service-key") return;
  const value = valueAt(text, end + space, "assigned");
  if (FLAG.test(before)) {
    const given = value?.quoted ? value : ofShell(text, end + space);
    return given && text[end + space] !== "-" && (yield given);
  }
  if (value?.quoted && kind === "password") return yield value;
  yield* valuesSaid(text, end);
}

const SHORTEST: Readonly<Record<NameKind, number>> = { password: 4, secret: 8, key: 8, "service-key": 14 };
const SHORTEST_SAID: Readonly<Record<NameKind, number>> = {
  password: 6,
  secret: 12,
  key: 12,
  "service-key": 14,
};
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SYMBOL = /[!@#$%^*?~+]/;

/** Whether a value is a secret, behind a name of this kind that is joined to it like this. */
export function isSecret(
  secret: string,
  kind: NameKind,
  { join, quoted = false }: Omit<Value, "start" | "end">,
): boolean {
  const inSentence = join === "said" || join === "beside";
  if (
    secret.length < (inSentence ? SHORTEST_SAID : SHORTEST)[kind] ||
    /\s/.test(secret) ||
    isReference(secret)
  )
    return false;
  switch (kind) {
    case "service-key":
      return quoted && (UUID.test(secret) || (/^[\w=.:/+|%~-]+$/.test(secret) && looksRandom(secret)));
    case "key":
      return looksRandom(secret);
    case "secret":
      return (
        looksRandom(secret) || (join === "assigned" && /^[\w.+/=-]+$/.test(secret) && !isMadeOfWords(secret))
      );
    case "password":
      if (join === "beside") return looksRandom(secret);
      if (/^\d{6,}$/.test(secret)) return join === "assigned" || secret.length > 7;
      if (isFigure(secret, join !== "assigned")) return false;
      if (!isOnlyWords(secret) && (join === "assigned" || secret.length > 7)) return true;
      return /\d/.test(secret) || SYMBOL.test(secret.slice(0, -1));
  }
}

/** The keyword is only the beginning of another word: `tokenizer`, `author`, `passed`. */
const OTHER_WORD = /^(?!s(?![a-z])|key|value|token)\p{Ll}/u;
const SPACED_SCRIPT = /\p{Script=Latin}|\p{Script=Cyrillic}/u;
const REST = /[\w.-]{0,40}(?![\w-])/y;

/** Whether a short keyword is a word by itself: `DB_PASS`, `dbPass` and `pass`, and not `bypass` or `passed`. */
const isWholeWord = (before: string, keyword: string, rest: string): boolean =>
  !/^[\p{L}]/u.test(rest) &&
  (!/\p{L}$/u.test(before) || (/\p{Ll}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(keyword)));

const lastWord = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+\d?/g)
    ?.at(-1) ?? "";

/** Whether a keyword at this place is in the name of a secret; if so, where that ends. */
function endOfName(
  kind: NameKind,
  text: string,
  before: string,
  index: number,
  keyword: string,
): number | undefined {
  const after = index + keyword.length;
  const rest = matchAt(REST, text, after)?.[0];
  if (rest === undefined || NOT_THE_SECRET.has(lastWord(rest))) return undefined;
  const follows = rest === "" ? text.slice(after, after + 1) : rest;
  if (SPACED_SCRIPT.test(keyword) && OTHER_WORD.test(follows)) return undefined;
  if (WHOLE_WORDS.has(keyword) && !isWholeWord(before, text.slice(index, after), follows)) return undefined;
  if (kind === "service-key" && /[A-Za-z]$/.test(before)) return undefined;
  if (keyword.endsWith("key") && PUBLIC_KEYS.has(lastWord(before + keyword.slice(0, -3)))) return undefined;
  return after + rest.length;
}

/** Finds the secret behind the name with this keyword. */
function findNamed(kind: NameKind, text: string, index: number, keyword: string): FoundSecret | undefined {
  const before = text.slice(Math.max(0, index - 40), index);
  const end = endOfName(kind, text, before, index, keyword);
  if (end === undefined) return undefined;
  for (const value of valuesBehind(kind, text, before, index, end)) {
    if (!isSecret(text.slice(value.start, value.end), kind, value)) continue;
    const tail = value.tail ? (matchAt(value.tail, text, value.end)?.[0].length ?? 0) : 0;
    return { start: value.start, end: value.end + tail };
  }
  return undefined;
}

/** The secrets that only a name tells. */
export const NAMED_VALUE_RULES: readonly ReadRule[] = (Object.keys(NAMES) as NameKind[]).map((kind) => ({
  id: kind === "key" ? "secret" : kind,
  keywords: NAMES[kind],
  find: (text, index, keyword) => findNamed(kind, text, index, keyword),
}));
