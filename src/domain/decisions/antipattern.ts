import * as z from "zod";
import { SEVERITIES, type Severity } from "../shared/severity.ts";
import { isNegated, type Span, sentencesOf, spansOf, type Words } from "./phrases.ts";

const text = z.string().trim().min(1);
/** Lowercase words; a word may end in `*`, which stands for any ending. */
const Phrase = z.string().regex(/^[\p{Ll}\p{Lo}\p{N}_]+\*?(?: [\p{Ll}\p{Lo}\p{N}_]+\*?)*$/u);

/** A kind of decision that is known to go wrong. The entries are in `src/knowledge/antipatterns`. */
export const Antipattern = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{2,40}$/),
  pattern: text,
  severity: z.enum(SEVERITIES),
  why: text,
  recommendation: text,
  source: z.strictObject({ title: text, url: z.url({ protocol: /^https$/ }) }),
  /**
   * Any one of them is enough. A trigger needs a phrase of each group in one sentence, and none of `unless` anywhere.
   */
  triggers: z
    .array(
      z.strictObject({
        all: z.array(z.array(Phrase).min(1)).min(1),
        unless: z.array(Phrase).optional(),
      }),
    )
    .min(1),
  /** Statements that trigger it, and similar ones that do not. The tests run them. */
  fires: z.array(text).min(1),
  silent: z.array(text).min(1),
});
export type Antipattern = z.output<typeof Antipattern>;
type Trigger = Antipattern["triggers"][number];

/** An antipattern learned from repeated failures in this project. */
export interface LearnedAntipattern {
  readonly pattern: string;
  readonly severity: Severity;
  readonly successRate: number;
  /** The decisions it was learned from. */
  readonly evidence: readonly string[];
  readonly recommendation: string;
}

/** The antipatterns that a statement triggers. */
export function triggeredBy(statement: string, known: readonly Antipattern[]): Antipattern[] {
  const sentences = sentencesOf(statement);
  return known.filter(({ triggers }) => triggers.some((trigger) => isTriggered(trigger, sentences)));
}

function isTriggered({ all, unless = [] }: Trigger, sentences: readonly Words[]): boolean {
  const found = sentences.some((words) => {
    const spans: Span[] = [];
    for (const group of all) {
      const span = firstMatch(words, group);
      if (!span) return false;
      spans.push(span);
    }
    return !isNegated(words, spans);
  });
  return found && !sentences.some((words) => unless.some((phrase) => spansOf(words, phrase).length > 0));
}

/** The first match of any phrase in the group; the longest one if several start there. */
function firstMatch(words: Words, group: readonly string[]): Span | undefined {
  return group
    .flatMap((phrase) => spansOf(words, phrase))
    .sort((a, b) => a.start - b.start || b.end - a.end)[0];
}
