import { phraseOf, type TextQuery } from "./search-text.ts";
import { stemOf } from "./word-forms.ts";

/** A short form and what it stands for, both as the word index has them. */
interface Abbreviation {
  readonly short: string;
  /** One word or several. */
  readonly long: string;
}

const IN_BRACKETS = /\(([^()\n]{2,80})\)/gu;
/** Only what belongs to the same clause can be the long form. */
const CLAUSE_END = /[.,;:!?()\n–—]/u;
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** Two capitals or a digit among letters, so that a usual word is not taken for one. */
const SHORT_FORM = /^(?=\p{L}|\d+\p{L})(?=.*(?:\p{Lu}.*\p{Lu}|\d))[\p{L}\p{N}]{2,10}$/u;
const PLURAL = /(?<=\p{Lu})s$/u;
/** `K8s`: the first and the last letter, and the number of those between them. */
const NUMERONYM = /^(\p{L})(\d{1,2})(\p{L})$/u;
/** `2FA`: a number that the long form begins with. */
const NUMBERS: Readonly<Record<string, string>> = { 2: "two", 3: "three", 4: "four" };
const LEAD_IN = /^(?:short for|stands for|that is|i\.e\.|aka|also known as|or|the)\s+/iu;
const LONGEST_CLAUSE = 160;
/** More would let words of a statement crowd out what it asks. */
const MOST_USED = 8;

/** The abbreviations that a text spells out in brackets: `Kubernetes (K8s)`, `ADR (architecture decision record)`. */
export function abbreviationsIn(text: string): Abbreviation[] {
  const plain = text.normalize("NFKC");
  const found = [...plain.matchAll(IN_BRACKETS)].flatMap(({ 0: _, 1: inside = "", index }) => {
    const [before = ""] = plain
      .slice(Math.max(0, index - LONGEST_CLAUSE), index)
      .split(CLAUSE_END)
      .slice(-1);
    const [content = ""] = inside.split(CLAUSE_END);
    return bracketed(before.trim(), content.trim());
  });
  return [...new Map(found.map((one) => [`${one.short} ${one.long}`, one])).values()];
}

function bracketed(before: string, content: string): Abbreviation[] {
  const last = before.match(WORDS)?.at(-1) ?? "";
  if (SHORT_FORM.test(content)) {
    const short = content.replace(PLURAL, "");
    return abbreviation(short, endOf(before, short));
  }
  if (!SHORT_FORM.test(last) || !before.endsWith(last)) return [];
  const short = last.replace(PLURAL, "");
  const long = content.replace(LEAD_IN, "");
  return abbreviation(short, startOfLong(long, short) === 0 ? long : undefined);
}

function abbreviation(short: string, long: string | undefined): Abbreviation[] {
  const words = phraseOf(long ?? "");
  const isLonger = words.length > short.length + 1 && !words.split(" ").includes(short.toLowerCase());
  return isLonger ? [{ short: short.toLowerCase(), long: words }] : [];
}

/** The words at the end of a text that a short form stands for. */
function endOf(before: string, short: string): string | undefined {
  // As many words as a short form of this length can have.
  const most = Math.min(short.length + 5, short.length * 2);
  const words = [...before.matchAll(WORDS)].slice(NUMERONYM.test(short) ? -1 : -most);
  const candidate = before.slice(words[0]?.index ?? 0);
  const start = startOfLong(candidate, short);
  return start === undefined ? undefined : candidate.slice(start);
}

/**
 * Where the long form begins: its letters, read backwards, contain those of the short form, and the first of them begins
 * a word. Undefined if they do not.
 */
function startOfLong(text: string, short: string): number | undefined {
  const letters = text.toLowerCase();
  const numeronym = NUMERONYM.exec(short.toLowerCase());
  if (numeronym) {
    const [, first = "", between = "", last = ""] = numeronym;
    const fits =
      letters.length === Number(between) + 2 && letters.startsWith(first) && letters.endsWith(last);
    return fits && !letters.includes(" ") ? 0 : undefined;
  }
  const number = NUMBERS[short[0] ?? ""];
  const spelt = (number === undefined ? short : `${number[0]}${short.slice(1)}`).toLowerCase();
  const beginsWord = (at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(letters[at - 1] ?? "");
  let at = letters.length;
  for (const [i, letter] of [...spelt].reverse().entries()) {
    const isFirst = i === short.length - 1;
    do at--;
    while (at >= 0 && (letters[at] !== letter || (isFirst && !beginsWord(at))));
    if (at < 0) return undefined;
  }
  return number === undefined || letters.startsWith(number, at) ? at : undefined;
}

/** The words by which abbreviations that a query may use are looked up. */
export function abbreviationKeys({ terms }: TextQuery): string[] {
  return [...new Set(terms.map(stemOf))];
}

/** The key under which the long form is looked up. */
export const longFormKey = ({ long }: Abbreviation): string => stemOf(long.split(" ")[0] ?? "");
export const shortFormKey = ({ short }: Abbreviation): string => stemOf(short);

/**
 * The query with the other form of each abbreviation in it. Both are one thing that is asked for. A long form of several
 * words is searched as they stand, because single ones of them mean something else.
 */
export function withAbbreviations(query: TextQuery, known: readonly Abbreviation[]): TextQuery {
  if (query.onlyPhrases || known.length === 0) return query;
  const { words } = query;
  const inOrder = ` ${words.map(stemOf).join(" ")} `;
  const byStem = new Map(query.terms.map((term) => [stemOf(term), term]));
  const used = known
    .flatMap(({ short, long }) => {
      const asShort = byStem.get(stemOf(short));
      if (asShort !== undefined) return [{ added: long, wordings: [[asShort], [long]] }];
      const stems = ` ${long.split(" ").map(stemOf).join(" ")} `;
      const at = inOrder.indexOf(stems);
      if (at === -1) return [];
      const first = inOrder.slice(0, at).split(" ").length - 1;
      const asLong = words.slice(first, first + long.split(" ").length);
      return [{ added: short, wordings: [asLong, [short]] }];
    })
    .slice(0, MOST_USED);
  return {
    ...query,
    terms: [...new Set([...query.terms, ...used.map(({ added }) => added)])],
    alternatives: [...(query.alternatives ?? []), ...used.map(({ wordings }) => wordings)],
    onlyWithout: new Map(used.map(({ added, wordings: [asked = []] }) => [added, asked])),
  };
}
