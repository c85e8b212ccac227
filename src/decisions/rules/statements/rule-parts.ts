/** Takes a statement apart into its rules, and a rule into what two rules are compared by. */

import { stemOf } from "../../../shared/words/word-forms.ts";
import { EXCLUSIVE_GROUPS, type ExclusiveGroup } from "./exclusive-words.ts";
import { polarityOf } from "./negation.ts";
import { type Sentence, sentencesOf } from "./phrases.ts";
import { namesIn, type StatedAmounts, valuesIn } from "./stated-values.ts";

/** Words of a rule that are on sides of groups in which words exclude each other. */
export interface Side {
  readonly group: ExclusiveGroup;
  readonly side: number;
  /** The place of its first word. */
  readonly at: number;
  readonly end: number;
  /** Whether the rule rejects it. */
  readonly isRejected: boolean;
}

/** One rule of a statement. */
export interface Rule {
  /** As it was written. */
  readonly text: string;
  /** Lowercase, without articles and without reasons. */
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** For each word whether it says what the rule is about or what it decides. */
  readonly isContent: readonly boolean[];
  readonly isRejected: readonly boolean[];
  /** The first place of each stem with content. */
  readonly content: ReadonlyMap<string, number>;
  readonly sides: readonly Side[];
  readonly amounts: StatedAmounts;
  readonly names: ReadonlySet<string>;
  /** From what to what something goes. */
  readonly way?: { readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> } | undefined;
  /** What it says and what it is about, without its values, as texts to embed. */
  readonly claim: string;
  readonly subject: string;
}

/** A statement has a few rules; of a document the first ones are compared. */
const MOST_RULES = 8;
const MOST_CHARACTERS = 2_000;
const RULE_END = /[.!?。]+(?=\s|$)|[;\n]+|\.{3}/u;
/** Shorter parts continue the rule before them: `…; really`. */
const LEAST_CONTENT = 2;
/** Clauses that begin with one of them say why. */
const OPENS_A_REASON = new Set(["because", "since", "as", "so"]);

const EMPTY_WORDS = new Set(
  `also and are as at be been being by can could did do does each every for from had has have if in into is it its just let
   may might more most must of off on only onto or other our over own per shall should so such than that their them then
   there these they this those through to under up upon use used uses using via was we were what when where whether which
   while who whom whose will with within would you your i all any both between during about against again
   not no never nothing none nobody neither nor cannot without instead rather avoid stop stopped longer dont do doesnt isnt arent
   already still always whatever whoever itself themselves ourselves`.split(/\s+/),
);

const known = new Map<string, readonly Rule[]>();
const MOST_KEPT = 2_000;

/** The rules of a statement. A cache: each statement is compared many times. */
export function rulesOf(statement: string): readonly Rule[] {
  const text = statement.slice(0, MOST_CHARACTERS);
  const before = known.get(text);
  if (before) return before;
  if (known.size >= MOST_KEPT) known.clear();
  const rules: Rule[] = [];
  for (const part of text.split(RULE_END)) {
    const [sentence] = sentencesOf(part);
    if (!sentence) continue;
    const rule = ruleOf(part.trim(), sentence);
    if (rule.content.size >= LEAST_CONTENT || rules.length === 0) rules.push(rule);
    if (rules.length === MOST_RULES) break;
  }
  known.set(text, rules);
  return rules;
}

function ruleOf(text: string, sentence: Sentence): Rule {
  const kept = withoutReasons(sentence);
  const { words, stems } = kept;
  const { negations, isReason } = polarityOf(kept);
  const isRejected = words.map(
    (_, i) =>
      isReason({ start: i, end: i + 1 }) ||
      negations.some(({ from, until, at }) => i !== at && i >= from && i < until),
  );
  const isContent = words.map((word) => !EMPTY_WORDS.has(word));
  const sides = sidesIn(stems, isRejected);
  const isValue = words.map(
    (word, i) =>
      /^\p{N}/u.test(word) ||
      sides.some(({ group, at, end }) => group.kind !== "thing" && i >= at && i < end),
  );
  const subject = words.filter((_, i) => isContent[i] && !isValue[i]).join(" ");
  const content = new Map<string, number>();
  for (const [i, stem] of stems.entries()) if (isContent[i] && !content.has(stem)) content.set(stem, i);
  return {
    text,
    words,
    stems,
    isContent,
    isRejected,
    content,
    sides,
    amounts: valuesIn(text),
    names: namesIn(text),
    way: wayIn(words, stems),
    claim: words.join(" "),
    subject: subject === "" ? words.join(" ") : subject,
  };
}

/** Without the clauses that say why, unless nothing would be left. */
function withoutReasons({ words, stems, clauses }: Sentence): Sentence {
  const reasons = new Set<number>();
  for (const [i, word] of words.entries())
    if (i > 0 && clauses[i] !== clauses[i - 1] && OPENS_A_REASON.has(word)) reasons.add(clauses[i] ?? 0);
  if (reasons.size === 0) return { words, stems, clauses };
  const first = Math.min(...reasons);
  const keeps = words.map((_, i) => (clauses[i] ?? 0) < first);
  const only = <T>(list: readonly T[]): T[] => list.filter((_, i) => keeps[i]);
  return { words: only(words), stems: only(stems), clauses: only(clauses) };
}

interface Entry {
  readonly stems: readonly string[];
  readonly group: ExclusiveGroup;
  readonly side: number;
}

let entries: ReadonlyMap<string, readonly Entry[]> | undefined;

function entriesByFirst(): ReadonlyMap<string, readonly Entry[]> {
  if (entries) return entries;
  const byFirst = new Map<string, Entry[]>();
  for (const group of EXCLUSIVE_GROUPS)
    for (const [side, phrases] of group.sides.entries())
      for (const phrase of phrases) {
        const stems = phrase.split(/[ /:-]/).map(stemOf);
        const first = stems[0] ?? "";
        const list = byFirst.get(first);
        if (list) list.push({ stems, group, side });
        else byFirst.set(first, [{ stems, group, side }]);
      }
  entries = byFirst;
  return byFirst;
}

function sidesIn(stems: readonly string[], isRejected: readonly boolean[]): Side[] {
  const found: Side[] = [];
  const byFirst = entriesByFirst();
  for (const [at, stem] of stems.entries())
    for (const { stems: phrase, group, side } of byFirst.get(stem) ?? [])
      if (phrase.every((one, i) => stems[at + i] === one)) {
        const end = at + phrase.length;
        found.push({ group, side, at, end, isRejected: isRejected.slice(at, end).every(Boolean) });
      }
  // A phrase takes its words: `not null` is no null.
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.end - other.at > one.end - one.at &&
          other.at <= one.at &&
          other.end >= one.end &&
          other.group === one.group,
      ),
  );
}

const AFTER_A_WAY = new Set("for in on at by with when because so and".split(" "));

function wayIn(words: readonly string[], stems: readonly string[]): Rule["way"] {
  const from = words.indexOf("from");
  const to = from === -1 ? -1 : words.findIndex((word, i) => i > from && (word === "to" || word === "into"));
  // `to the CRM from our database` goes the same way.
  const toFirst =
    from === -1 ? -1 : words.findIndex((word, i) => i < from && (word === "to" || word === "into"));
  if (from === -1 || (to === -1 && toFirst === -1)) return undefined;
  const part = (start: number, end: number): Set<string> => {
    const stop = words.findIndex((word, i) => i >= start && (i >= end || AFTER_A_WAY.has(word)));
    return new Set(
      stems
        .slice(start, stop === -1 ? words.length : stop)
        // `US` is a country here.
        .filter((_, i) => words[start + i] === "us" || !EMPTY_WORDS.has(words[start + i] ?? "")),
    );
  };
  return to === -1
    ? { from: part(from + 1, words.length), to: part(toFirst + 1, from) }
    : { from: part(from + 1, to), to: part(to + 1, words.length) };
}
