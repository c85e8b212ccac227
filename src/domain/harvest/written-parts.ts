import { type ChoiceParts, partsOf, withoutEmphasis } from "../hooks/choice-parts.ts";
import { HAS_VERB } from "../hooks/choice-words.ts";
import { statedChoice } from "../hooks/stated-choice.ts";

/** `…, as its document does`: a comparison. */
const COMPARISON = /\b(?:does|did|do|has(?: it)?|have(?: it)?|is|are|was|were|says?)$/i;
/** More commas than a reason has. */
const LIST = /,.*,/;
const OTHER_VERB = /\b(?:would|could|must|may|came|said|kept|stays?|stands?|holds?|\w{3,}ed)\b/i;
const SPOKEN = /^(?:we|i|let'?s|let us)\b/i;

/**
 * A written sentence taken apart. People write more carefully than they talk: after a colon stands a list as often as a
 * reason, and `otherwise` and `as` give one only after a mark.
 */
export function writtenParts(text: string, masked: string): ChoiceParts {
  const parts = partsOf(text, masked, 0, false);
  const { reasoning, maskedMain } = parts;
  if (reasoning === undefined) return parts;
  const word = masked.slice(maskedMain.length);
  const isNone =
    (/^:\s/.test(word) && (LIST.test(reasoning) || !isClause(reasoning) || reasoning.startsWith("`"))) ||
    /^\s*otherwise\b|^\W*since\s*[,.;]/i.test(word) ||
    (/^[,;(]\s*as\b/i.test(word) && COMPARISON.test(reasoning));
  return isNone ? { main: text, maskedMain: masked, alternatives: parts.alternatives } : parts;
}

const isClause = (text: string): boolean => HAS_VERB.test(text) || OTHER_VERB.test(text);

/** The choice as a sentence that stands alone. What somebody says of themselves is said as what to do. */
export function statedInWriting(main: string): string {
  if (SPOKEN.test(main)) return statedChoice(main);
  const text = withoutEmphasis(main).replace(/[\s,;:.!–—-]+$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
