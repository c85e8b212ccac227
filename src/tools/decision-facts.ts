/**
 * Facts that results of several vocabularies show beside a decision: why to check it again, its places in the code,
 * others on its target, and where a search matched.
 */

import * as z from "zod";
import { CHECK_REASONS, type CheckAgain, causeWords, PASSAGE_KINDS } from "../decisions/index.ts";
import { type MatchedPart, type OthersOnTarget, OWN_PARTS } from "../recall/index.ts";
import {
  ANCHOR_SOURCES,
  ANCHOR_STATES,
  type CheckedAnchor,
  type ListedAnchor,
  placeName,
} from "../repository/index.ts";
import { cutTo, foldLines } from "../shared/text.ts";
import { inQuotes } from "./quote.ts";

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

/** A place in the code that a decision is about, where the decision is shown whole. */
export const AnchorFields = z.object({
  path: z.string(),
  symbol: z.string().optional(),
  lines: z.tuple([z.number(), z.number()]).optional().describe("First and last, in the working tree"),
  state: z.enum(ANCHOR_STATES).optional().describe("Missing where nothing is known to compare with"),
  by: z.enum(ANCHOR_SOURCES),
  moved_from: z.string().optional(),
  since: z.string().optional().describe("The commit it is compared with"),
});
export type AnchorFields = z.output<typeof AnchorFields>;

export const anchorFields = ({ anchor, state, lines }: ListedAnchor): AnchorFields => ({
  path: anchor.path,
  ...(anchor.symbol !== undefined && { symbol: anchor.symbol }),
  ...(lines && { lines: [lines.first, lines.last] as [number, number] }),
  ...(state && { state }),
  by: anchor.source,
  ...(anchor.path !== anchor.saidPath && { moved_from: anchor.saidPath }),
  ...(anchor.baseline !== undefined && { since: anchor.baseline }),
});

/** `src/pay.ts charge: changed`. */
export const anchorLine = ({ path, symbol, state, moved_from }: AnchorFields): string =>
  `${placeName({ path, symbol })}${state === undefined ? "" : `: ${state}`}${moved_from === undefined ? "" : ` (moved from ${moved_from})`}`;

/** Where a decision is one of several. */
export const ShortAnchors = z.array(z.string()).describe("Places in the code, and what became of them");
const MOST_SHOWN = 3;

export const shortAnchors = (places: readonly CheckedAnchor[] = []): { readonly anchors?: string[] } =>
  places.length === 0
    ? {}
    : {
        anchors: places.slice(0, MOST_SHOWN).map(({ anchor, state }) => `${placeName(anchor)}: ${state}`),
      };

/** The same as a line below a record in a text. */
export const anchorsLine = (anchors: readonly string[] | undefined): string[] =>
  anchors === undefined ? [] : [`  Code: ${anchors.join("; ")}`];

const MOST_CHARACTERS = 160;

/** Other active decisions on the stated target of a result. */
export const ShortOthersOnTarget = z.object({
  named: z.array(z.object({ id: z.string(), statement: z.string() })),
  more: z.boolean().describe("Whether there are others besides these"),
});
type ShortOthersOnTarget = z.output<typeof ShortOthersOnTarget>;

/** As a property of a result. */
export const shortOthersOnTarget = (
  others: OthersOnTarget | undefined,
): { readonly others_on_target?: ShortOthersOnTarget } =>
  others === undefined
    ? {}
    : {
        others_on_target: {
          named: others.named.map(({ id, statement }) => ({
            id,
            statement: cutTo(MOST_CHARACTERS, foldLines(statement)),
          })),
          more: others.more,
        },
      };

/** The same as a line below a record in a text. */
export function othersOnTargetLine(others: ShortOthersOnTarget | undefined): string[] {
  if (others === undefined) return [];
  const { named, more } = others;
  const count = `${more ? "more than " : ""}${named.length} ${named.length === 1 ? "other" : "others"}`;
  const statements = named.map(({ id, statement }) => `${id} ${inQuotes(statement)}`);
  return [`  ${count} active on this target: ${statements.join(", ")}`];
}

/** The part of a decision that a search matched, if not its statement, and the line of it. */
export const Matched = z.object({ part: z.enum([...OWN_PARTS, ...PASSAGE_KINDS]), text: z.string() });

/** As a property of a result. */
export const matchedOf = (matched: MatchedPart | undefined): { matched?: MatchedPart } =>
  matched ? { matched: { part: matched.part, text: matched.text } } : {};

export const matchedLines = (matched: z.output<typeof Matched> | undefined): string[] =>
  matched ? [`  matched in ${matched.part}: ${matched.text}`] : [];
