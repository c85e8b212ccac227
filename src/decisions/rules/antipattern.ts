/** The format of the antipatterns that come with the program, and the antipatterns that were learned. */

import * as z from "zod";
import { type LearnedSeverity, SEVERITIES } from "../../shared/severity.ts";

const text = z.string().trim().min(1);
/** Lowercase words in any form (`store` is also `stored`); a word may end in `*`, which stands for any ending. */
const Phrase = z.string().regex(/^[\p{Ll}\p{Lo}\p{N}_]+\*?(?: [\p{Ll}\p{Lo}\p{N}_]+\*?)*$/u);

const antipatternFields = {
  id: z.string().regex(/^[a-z][a-z0-9-]{2,40}$/),
  pattern: text,
  /** Critical is for what nobody sensible does: one such warning alone blocks. */
  severity: z.enum(SEVERITIES),
  source: z.strictObject({ title: text, url: z.url({ protocol: /^https$/ }) }),
  /** The threat pattern about the same flaw, which says why and what to do instead, and shows it in code. */
  threat: z.string().optional(),
  /**
   * Any one of them is enough. A trigger needs a phrase of each group in one sentence, and none of `unless` anywhere.
   * What the statement rejects, or gives as its reason, counts for neither. `context` is one more group, of what the
   * sentence has to be about; it counts wherever it stands in it.
   */
  triggers: z
    .array(
      z.strictObject({
        all: z.array(z.array(Phrase).min(1)).min(1),
        context: z.array(Phrase).min(1).optional(),
        unless: z.array(Phrase).optional(),
      }),
    )
    .min(1),
};

/** A kind of decision that is known to go wrong. The entries are in `src/knowledge/antipatterns`. */
const Antipattern = z.strictObject({ ...antipatternFields, why: text, recommendation: text });
export type Antipattern = z.output<typeof Antipattern>;

/**
 * An entry as its file has it, with its examples. Of them only the vectors are shipped, for statements that no phrase
 * matches. The build takes `why` and `recommendation` from the threat pattern, where there is one.
 */
export const AntipatternEntry = z
  .strictObject({
    ...antipatternFields,
    why: text.optional(),
    recommendation: text.optional(),
    /** Statements that trigger it. */
    fires: z.array(text).min(3),
    /** Further wordings, which need no trigger: statements are compared with them by meaning. */
    resembles: z.array(text).min(1).optional(),
    /** Similar statements that are fine. */
    silent: z.array(text).min(3),
  })
  .refine(
    ({ threat, why, recommendation }) =>
      threat === undefined ? why !== undefined && recommendation !== undefined : !why && !recommendation,
    "must have why and recommendation, or a threat that has them",
  );
export type AntipatternEntry = z.output<typeof AntipatternEntry>;

/** An antipattern learned from repeated failures in this project. */
export interface LearnedAntipattern {
  readonly pattern: string;
  readonly severity: LearnedSeverity;
  readonly successes: number;
  readonly outcomes: number;
  /** The decisions it was learned from. */
  readonly evidence: readonly string[];
  readonly recommendation: string;
}
