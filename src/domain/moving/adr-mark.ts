import * as z from "zod";
import { EVIDENCE_KINDS, RISK_LEVELS } from "../decisions/decision.ts";
import { OUTCOME_STATUSES, Score } from "../decisions/outcome.ts";
import { DomainSlug } from "../shared/domain-slug.ts";
import { DECISION_ID } from "../shared/ids.ts";
import { LIMITS } from "../shared/text.ts";

/** Later forms of our own files get the next number. */
export const ADR_FORM = 1;

const name = z.string().min(1).max(LIMITS.name);

/**
 * What we leave in a comment at the end of a file that we write: which decision it is, and what a record has no usual
 * place for. People write the rest, so what cannot be read is left out.
 */
export const AdrMark = z.object({
  decision: z.string().regex(DECISION_ID),
  /** Set if the whole file is written by us, so that its sections read back exactly. */
  form: z.literal(ADR_FORM).optional(),
  domain: DomainSlug.optional(),
  /** Only stated ones; others are derived. */
  topic: name.optional(),
  confidence: z.number().min(0).max(1).optional(),
  risk_level: z.enum(RISK_LEVELS).optional(),
  label: name.optional(),
  evidence: z
    .array(z.object({ kind: z.enum(EVIDENCE_KINDS), ref: name }))
    .max(LIMITS.listItems)
    .optional(),
  questions: z.array(name).max(LIMITS.listItems).optional(),
  /** Set if the file has a section about the outcome. */
  outcome: z
    .object({ status: z.enum(OUTCOME_STATUSES), score: Score, at: z.iso.datetime().transform(toDate) })
    .optional(),
});
export type AdrMark = z.output<typeof AdrMark>;

/** One line, in which no text can end the comment. */
export const markLine = (mark: AdrMark): string =>
  `<!-- membria ${JSON.stringify(mark).replaceAll("--", "-\\u002d")} -->`;

function toDate(text: string): Date {
  return new Date(text);
}
