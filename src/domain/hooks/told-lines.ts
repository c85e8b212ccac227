import type { CheckAgain } from "../links/check-again.ts";
import { causeWords } from "../links/check-again-words.ts";
import { type Author, namedAuthor } from "../shared/actor.ts";
import { foldLines } from "../shared/lines.ts";
import { mostTokens } from "./tokens.ts";

/** Shorter ones say nothing. */
const LEAST_QUOTED = 40;
const MOST_OF_NAME = 30;

/** Words of a record. The quotation marks cannot be closed by what is inside, and it stays one line. */
export function quoted(text: string, most: number): string {
  return JSON.stringify(shortened(foldLines(text).trim(), most));
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;

/** A name may be as long as a message, and must not push the record out of it. */
export const shownAuthor = ({ kind, name }: Author): string =>
  namedAuthor({ kind, name: shortened(name, MOST_OF_NAME) });

export const decidedBy = (author: Author): string => `decided by ${shownAuthor(author)}`;

/** Whether it holds; if it does and should be looked at again, also why. */
export function holdsWords(failed: boolean, causes: readonly CheckAgain[] = []): string {
  if (failed) return "did not work out";
  const [nearest] = causes;
  return nearest ? `holds (check again: ${causeWords(nearest)})` : "holds";
}

/** A line with a part that may be shortened. */
export type ToldLine = (mostQuoted: number) => string;

/**
 * The lines that fit, in their order. If they do not all fit, quotations are shortened first, and then the last lines
 * are left out. Undefined if not even the first fits.
 */
export function fitLines(
  head: string,
  lines: readonly ToldLine[],
  limit: number,
): { readonly text: string; readonly shown: number; readonly tokens: number } | undefined {
  for (let shown = lines.length; shown > 0; shown--)
    for (const most of [240, 160, 100, LEAST_QUOTED]) {
      const text = unclosing([head, ...lines.slice(0, shown).map((line) => line(most))].join("\n"));
      const tokens = mostTokens(text);
      if (tokens <= limit) return { text, shown, tokens };
    }
  return undefined;
}

/** Some clients put the message between tags, which a record must not close. In quotation marks `<\/` is the same. */
const unclosing = (text: string): string => text.replaceAll("</", "<\\/");
