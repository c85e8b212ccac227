/** Finds the antipatterns whose phrases a statement has, unless it rejects them. */

import type { Antipattern } from "./antipattern.ts";
import { isRejected, type Polarity, polarityOf } from "./statements/negation.ts";
import { type PhraseFinder, phraseFinder, type Span, sentencesOf } from "./statements/phrases.ts";

type Trigger = Antipattern["triggers"][number];

/** The antipatterns as they are searched: from a phrase to the groups of triggers that have it. */
interface TriggerIndex {
  readonly triggers: readonly Trigger[];
  readonly finder: PhraseFinder;
  readonly groupsOf: ReadonlyMap<string, readonly GroupOfTrigger[]>;
}

interface GroupOfTrigger {
  /** The index in `triggers`. */
  readonly trigger: number;
  /** One bit for each group; `context` comes after the last one of `all`. */
  readonly bit: number;
}

interface ReadSentence {
  readonly found: ReadonlyMap<string, readonly Span[]>;
  /** Computed on first use, because most sentences complete no trigger. */
  polarity(): Polarity;
}

const indexes = new WeakMap<readonly Antipattern[], TriggerIndex>();

/** The antipatterns that a statement triggers. */
export function triggeredBy(statement: string, known: readonly Antipattern[]): Antipattern[] {
  const index = indexOf(known);
  const sentences = readSentences(statement, index);
  const triggered = new Set<Trigger>();
  for (const sentence of sentences) {
    for (const trigger of completedBy(sentence.found, index)) {
      if (isMet(trigger, sentence) && !isExcepted(trigger, sentences)) triggered.add(trigger);
    }
  }
  if (triggered.size === 0) return [];
  return known.filter(({ triggers }) => triggers.some((trigger) => triggered.has(trigger)));
}

/** Whether the statement mentions, without rejecting it, what would make this antipattern harmless. */
export function mentionsRemedy(
  statement: string,
  { triggers }: Antipattern,
  known: readonly Antipattern[],
): boolean {
  const sentences = readSentences(statement, indexOf(known));
  return triggers.some((trigger) => isExcepted(trigger, sentences));
}

function readSentences(statement: string, { finder }: TriggerIndex): ReadSentence[] {
  return sentencesOf(statement).map((sentence) => {
    let polarity: Polarity | undefined;
    return {
      found: finder.find(sentence),
      polarity: () => {
        polarity ??= polarityOf(sentence);
        return polarity;
      },
    };
  });
}

/** The triggers of which the sentence has a phrase of each group, rejected or not. */
function completedBy(found: ReadSentence["found"], { triggers, groupsOf }: TriggerIndex): Trigger[] {
  const bits = new Uint32Array(triggers.length);
  for (const phrase of found.keys()) {
    for (const { trigger, bit } of groupsOf.get(phrase) ?? []) bits[trigger] = (bits[trigger] ?? 0) | bit;
  }
  return triggers.filter((trigger, i) => bits[i] === 2 ** groupsOfTrigger(trigger).length - 1);
}

const groupsOfTrigger = ({ all, context }: Trigger): readonly (readonly string[])[] =>
  context ? [...all, context] : all;

/** Whether the sentence has a phrase of each group that it does not reject. */
function isMet(trigger: Trigger, sentence: ReadSentence): boolean {
  const groups = spansOf(trigger, sentence);
  const spans = groups.flat();
  return groups.every((group) => group.some((span) => !isRejected(span, sentence.polarity(), spans)));
}

function isExcepted(trigger: Trigger, sentences: readonly ReadSentence[]): boolean {
  return sentences.some((sentence) => {
    const exceptions = trigger.unless?.flatMap((phrase) => sentence.found.get(phrase) ?? []) ?? [];
    if (exceptions.length === 0) return false;
    const spans = spansOf(trigger, sentence).flat();
    return exceptions.some(
      (span) =>
        !spans.some((flaw) => isWithin(span, flaw)) &&
        !isRejected(span, sentence.polarity(), [span, ...spans]),
    );
  });
}

/** For each group of `all` what was found of it. */
function spansOf({ all }: Trigger, { found }: ReadSentence): Span[][] {
  return all.map((group) => group.flatMap((phrase) => found.get(phrase) ?? []));
}

/** What is part of the flaw (`no backend check`) is no exception from it (`backend check`). */
const isWithin = (span: Span, other: Span): boolean => span.start >= other.start && span.end <= other.end;

/** Made on first use and kept as long as the antipatterns. */
function indexOf(known: readonly Antipattern[]): TriggerIndex {
  const made = indexes.get(known);
  if (made) return made;
  const triggers = known.flatMap((antipattern) => antipattern.triggers);
  const groupsOf = new Map<string, GroupOfTrigger[]>();
  for (const [trigger, one] of triggers.entries()) {
    for (const [i, group] of groupsOfTrigger(one).entries()) {
      for (const phrase of group) {
        const entry = { trigger, bit: 2 ** i };
        const entries = groupsOf.get(phrase);
        if (entries) entries.push(entry);
        else groupsOf.set(phrase, [entry]);
      }
    }
  }
  const exceptions = triggers.flatMap(({ unless }) => unless ?? []);
  const index = { triggers, finder: phraseFinder([...groupsOf.keys(), ...exceptions]), groupsOf };
  indexes.set(known, index);
  return index;
}
