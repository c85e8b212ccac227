import { partsOf, type SentenceChoice } from "./choice-parts.ts";
import { AGAINST, AGAINST_OVER, ASKS, COMPARES_NUMBERS, OPEN, SUBORDINATE } from "./choice-words.ts";
import { FOREIGN, FOREIGN_WITH_MORE } from "./foreign-choice-words.ts";
import {
  ANNOUNCES,
  AUTHORITY,
  CHOOSES,
  CHOOSES_AGAINST,
  CHOOSES_WITH_BOTH,
  CHOOSES_WITH_MORE,
  GOES_ON,
  IT_IS,
  LEAD,
  ONLY_THERE,
  OPENERS,
  REFERS,
  SETS_A_RULE,
  STAYS,
  TELLS,
  THEN,
} from "./persons-choice-words.ts";
import type { ProseSentence } from "./prose-sentences.ts";

const LEAST_WORDS = 2;
/** They are about the whole sentence, so that a reason may stand anywhere in it. */
const WHOLE = [AUTHORITY, STAYS, SETS_A_RULE, ONLY_THERE];
const OUTRIGHT = [IT_IS, THEN, ...CHOOSES, ...FOREIGN];
const WITH_MORE = [...CHOOSES_WITH_MORE, ...FOREIGN_WITH_MORE];
const NEEDING_AGAINST = [...CHOOSES_AGAINST, ...CHOOSES_WITH_BOTH];

/** What a person decided in a sentence. `afterChoice`: the sentence before did. */
export function personsChoice(
  { text, masked, isAnnounced }: ProseSentence,
  afterChoice: boolean,
): SentenceChoice | undefined {
  if (masked.endsWith("?")) return undefined;
  const lead = LEAD.exec(masked)?.[0] ?? "";
  const said = masked.slice(lead.length);
  const opener = OPENERS.exec(said)?.[0] ?? "";
  const from = lead.length + opener.length;
  const body = masked.slice(from);
  if (ASKS.test(body) || SUBORDINATE.test(body) || body.split(" ").length < LEAST_WORDS) return undefined;

  const isSaidToBe = isAnnounced || ANNOUNCES.test(lead) || (afterChoice && GOES_ON.test(said));
  const isWhole = firstMatch(body, WHOLE) !== undefined;
  const outright = isWhole ? undefined : firstMatch(body, OUTRIGHT);
  const withMore = firstMatch(body, WITH_MORE);
  const needsMore = isSaidToBe ? undefined : firstMatch(body, NEEDING_AGAINST);
  const found = isWhole ? undefined : (outright ?? withMore ?? needsMore);
  if (!isSaidToBe && !isWhole && !found) return undefined;

  // What is only announced is said with commas as well, and none of them opens a reason.
  const reasonFrom = found ? found.index + found[0].length : isWhole ? 0 : body.length;
  const parts = partsOf(text.slice(from), body, reasonFrom, true);
  const { maskedMain } = parts;
  // What stands in the reason chooses nothing: `…, since we moved to X`.
  if (found && found.index >= maskedMain.length) return undefined;
  if (OPEN.test(maskedMain) || TELLS.test(maskedMain) || COMPARES_NUMBERS.test(maskedMain)) return undefined;
  if (REFERS.test(maskedMain.trim()) && parts.reasoning === undefined) return undefined;
  const hasReason = parts.reasoning !== undefined;
  const isAgainst = firstMatch(maskedMain, [AGAINST, AGAINST_OVER]) !== undefined;
  const isMade =
    isSaidToBe ||
    isWhole ||
    outright !== undefined ||
    (withMore !== undefined && (isAgainst || hasReason)) ||
    (isAgainst && (hasReason || firstMatch(body, CHOOSES_AGAINST) !== undefined));
  return isMade ? { quote: text.slice(lead.length), parts } : undefined;
}

const firstMatch = (text: string, patterns: readonly RegExp[]): RegExpExecArray | undefined => {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found;
  }
  return undefined;
};
