import * as z from "zod";
import { PASSAGE_KINDS } from "../domain/decisions/passages.ts";
import { type MatchedPart, OWN_PARTS } from "../domain/recall/matched-part.ts";

/** The part of a decision that a search matched, if not its statement, and the line of it. */
export const Matched = z.object({ part: z.enum([...OWN_PARTS, ...PASSAGE_KINDS]), text: z.string() });

/** As a property of a result. */
export const matchedOf = (matched: MatchedPart | undefined): { matched?: MatchedPart } =>
  matched ? { matched: { part: matched.part, text: matched.text } } : {};

export const matchedLines = (matched: z.output<typeof Matched> | undefined): string[] =>
  matched ? [`  matched in ${matched.part}: ${matched.text}`] : [];
