import {
  ACTS,
  CHOSE,
  COMMAND,
  DESCRIBES,
  LEAD,
  NOT_MADE,
  NOTHING_DONE,
  NOW_HOLDS,
  TRIVIAL,
  UNDONE,
  WANTS_AN_ANSWER,
  WAS,
} from "./agents-choice-words.ts";
import { type ChoiceParts, partsOf, type SentenceChoice } from "./choice-parts.ts";
import { AGAINST, AGAINST_OVER, ASKS, COMPARES_NUMBERS, OPEN, REASON_FOLLOWS } from "./choice-words.ts";
import type { ProseSentence } from "./prose-sentences.ts";

/** What the turn was about, as far as it tells descriptions from choices. */
export interface Situation {
  /** The person asked to be told something, or the agent changed nothing. */
  readonly isExplanation: boolean;
}

const MOST_OF_SITUATION = 2_000;

export function situationOf(prompt: string, reply: string): Situation {
  const question = prompt.slice(0, MOST_OF_SITUATION).trim();
  const closing = reply.slice(-MOST_OF_SITUATION);
  return { isExplanation: WANTS_AN_ANSWER.test(question) || NOTHING_DONE.test(closing) };
}

/** What an agent decided in a sentence; the next one may say why. */
export function agentsChoice(
  { text, masked, isAnnounced }: ProseSentence,
  next: ProseSentence | undefined,
  situation: Situation,
): SentenceChoice | undefined {
  if (masked.endsWith("?") || ASKS.test(masked)) return undefined;
  const from = LEAD.exec(masked)?.[0].length ?? 0;
  const body = masked.slice(from);
  const said = text.slice(from);
  const against = AGAINST.exec(body) ?? AGAINST_OVER.exec(body);
  const chose = CHOSE.map((pattern) => pattern.exec(body)).find((found) => found !== null);
  const parts = partsOf(said, body, endOf(chose ?? against), false);
  const { maskedMain, reasoning } = parts;
  if (said === "" || OPEN.test(maskedMain) || UNDONE.test(body)) return undefined;

  const choice = { quote: said, parts };
  if (from > 0 || isAnnounced || NOW_HOLDS.test(body)) return choice;
  if (isBeside(parts)) return undefined;
  const isAgainst = AGAINST.test(maskedMain) || AGAINST_OVER.test(maskedMain);
  const hasReason = reasoning !== undefined || (next !== undefined && REASON_FOLLOWS.test(next.masked));
  const isOwn = chose !== undefined && chose.index < maskedMain.length && !DESCRIBES.test(maskedMain);
  if (isOwn && (isAgainst || hasReason)) return choice;
  if (!isAgainst || !hasReason || situation.isExplanation) return undefined;
  return ACTS.test(maskedMain) || isImpersonal(maskedMain) ? choice : undefined;
}

/** `Rows that fail are written to a file instead of …`: what the new code does, and nothing that was there. */
const isImpersonal = (main: string): boolean => !DESCRIBES.test(main) && !WAS.test(main);

/** Whether it is about something else than the work that was asked for. */
function isBeside({ maskedMain, main }: ChoiceParts): boolean {
  return (
    [COMPARES_NUMBERS, TRIVIAL, NOT_MADE].some((pattern) => pattern.test(maskedMain)) || COMMAND.test(main)
  );
}

const endOf = (found: RegExpExecArray | null | undefined): number =>
  found ? found.index + found[0].length : 0;
