import * as z from "zod";
import { CHECK_REASONS, type CheckAgain } from "../domain/links/check-again.ts";
import { causeWords } from "../domain/links/check-again-words.ts";
import { inQuotes } from "./record-text.ts";

/** Why a decision should be looked at again, where it is shown whole. */
export const CheckAgainFields = z.object({
  because: z.enum(CHECK_REASONS),
  path: z.array(z.string()).describe("From this decision to the one with the cause"),
  about: z.string().optional().describe("Quoted from memory"),
  assumption_id: z.string().optional(),
  replaced_by: z.array(z.string()).optional(),
});
type CheckAgainFields = z.output<typeof CheckAgainFields>;

/** As a part of a result, which is not there if nothing is to be checked. */
export const checkAgainFields = (
  causes: readonly CheckAgain[] = [],
): { readonly check_again?: CheckAgainFields[] } =>
  causes.length === 0 ? {} : { check_again: causes.map(fieldsOf) };

const fieldsOf = ({ because, path, about, assumption, replacedBy }: CheckAgain): CheckAgainFields => ({
  because,
  path: [...path],
  ...(about !== undefined && { about }),
  ...(assumption !== undefined && { assumption_id: assumption }),
  ...(replacedBy && replacedBy.length > 0 && { replaced_by: [...replacedBy] }),
});

/** A sentence for each cause, with the stored words that it is about in quotation marks. */
export const checkAgainLines = (causes: readonly CheckAgainFields[] = []): string[] =>
  causes.map(
    ({ because, path, about, replaced_by }) =>
      `${causeWords({ because, path, replacedBy: replaced_by })}${about === undefined ? "" : `: ${inQuotes(about)}`}`,
  );

/** Where a decision is one of several: the nearest cause, without stored words, and how many others there are. */
export const ShortCheckAgain = z.string().describe("Why to look at it again before relying on it");

export function shortCheckAgain(causes: readonly CheckAgain[] = []): { readonly check_again?: string } {
  const [first] = causes;
  if (!first) return {};
  const others = causes.length - 1;
  return { check_again: `${causeWords(first)}${others === 0 ? "" : `, and ${others} more`}` };
}

/** A fact about such a decision in a line of text; none about others. */
export const checkAgainMark = (short: string | undefined): string[] =>
  short === undefined ? [] : [`check again: ${short}`];
