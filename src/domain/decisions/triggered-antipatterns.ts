import type { Antipattern } from "./antipattern.ts";
import { isRejected, type Polarity, polarityOf } from "./negation.ts";
import { type PhraseFinder, phraseFinder, type Span, sentencesOf } from "./phrases.ts";

type Trigger = Antipattern["triggers"][number];

/** The antipatterns as they are searched: from a phrase to the triggers it is part of. */
interface TriggerIndex {
  readonly finder: PhraseFinder;
  readonly triggersOf: ReadonlyMap<string, ReadonlySet<Trigger>>;
}

interface ReadSentence {
  readonly found: ReadonlyMap<string, readonly Span[]>;
  readonly polarity: Polarity;
}

const indexes = new WeakMap<readonly Antipattern[], TriggerIndex>();

/** The antipatterns that a statement triggers. */
export function triggeredBy(statement: string, known: readonly Antipattern[]): Antipattern[] {
  const { finder, triggersOf } = indexOf(known);
  const sentences = sentencesOf(statement).map((sentence) => ({
    found: finder.find(sentence),
    polarity: polarityOf(sentence),
  }));
  const triggered = new Set<Trigger>();
  for (const sentence of sentences) {
    const candidates = new Set(
      [...sentence.found.keys()].flatMap((phrase) => [...(triggersOf.get(phrase) ?? [])]),
    );
    for (const trigger of candidates) {
      if (isMet(trigger, sentence) && !isExcepted(trigger, sentences)) triggered.add(trigger);
    }
  }
  if (triggered.size === 0) return [];
  return known.filter(({ triggers }) => triggers.some((trigger) => triggered.has(trigger)));
}

/** Whether the sentence has a phrase of each group that it does not reject. */
function isMet(trigger: Trigger, sentence: ReadSentence): boolean {
  const { found, polarity } = sentence;
  if (trigger.context?.some((phrase) => found.has(phrase)) === false) return false;
  const groups = spansOf(trigger, sentence);
  if (groups.some((spans) => spans.length === 0)) return false;
  const spans = groups.flat();
  return groups.every((group) => group.some((span) => !isRejected(span, polarity, spans)));
}

function isExcepted(trigger: Trigger, sentences: readonly ReadSentence[]): boolean {
  return sentences.some((sentence) => {
    const { found, polarity } = sentence;
    const spans = spansOf(trigger, sentence).flat();
    return trigger.unless?.some((phrase) =>
      found
        .get(phrase)
        ?.some(
          (span) =>
            !spans.some((one) => isWithin(span, one)) && !isRejected(span, polarity, [span, ...spans]),
        ),
    );
  });
}

/** What is part of the flaw (`no backend check`) is no exception from it (`backend check`). */
const isWithin = (span: Span, other: Span): boolean => span.start >= other.start && span.end <= other.end;

/** For each group all that was found of it. */
function spansOf({ all }: Trigger, { found }: ReadSentence): Span[][] {
  return all.map((group) => group.flatMap((phrase) => found.get(phrase) ?? []));
}

/** Made on first use and kept as long as the antipatterns. */
function indexOf(known: readonly Antipattern[]): TriggerIndex {
  const made = indexes.get(known);
  if (made) return made;
  const triggersOf = new Map<string, Set<Trigger>>();
  const phrases = new Set<string>();
  for (const trigger of known.flatMap(({ triggers }) => triggers)) {
    for (const phrase of [...(trigger.context ?? []), ...(trigger.unless ?? [])]) phrases.add(phrase);
    for (const phrase of trigger.all.flat()) {
      phrases.add(phrase);
      triggersOf.set(phrase, (triggersOf.get(phrase) ?? new Set()).add(trigger));
    }
  }
  const index = { finder: phraseFinder(phrases), triggersOf };
  indexes.set(known, index);
  return index;
}
