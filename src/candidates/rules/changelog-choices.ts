import type { Screened } from "../../shared/text.ts";
import { AGAINST, ASKS, OPEN } from "./choice-parts.ts";
import { BINDS, EXCHANGES, ORDINARY, PASSING, SETTLES } from "./commit-message.ts";
import { proseSentences } from "./prose-sentences.ts";
import { blocksIn, type ChoiceInFile } from "./rules-in-file.ts";
import { statedInWriting, writtenParts } from "./written-choice.ts";

const BREAKING_SECTION = /\bbreaking\b|\bdeprecat|\bremov(?:ed|als?)\b/i;
const BREAKING = /^(?:\*\*)?breaking(?: changes?)?(?:\*\*)?\s*[:—–-]\s*(?:\*\*)?\s*/i;
/** A hash or a link to a commit before or after an entry, and the scope some tools put before it. */
const AROUND =
  /^(?:\[?[0-9a-f]{7,40}\]?(?:\([^)]*\))?:?\s+|\*\*[\w@/., -]{1,40}:\*\*\s+)+|\s*\(\[?(?:#\d+|[0-9a-f]{7,40})\]?(?:\([^)]*\))?\)(?:,?\s*closes.*)?\.?$/gi;

/**
 * What a changelog says was decided: what breaks, goes away or becomes the default. The rest of it tells what is new, and
 * the commits tell why.
 */
export function choicesInChangelog(text: Screened): ChoiceInFile[] {
  return blocksIn(text).flatMap(({ text: block, line, headings, isItem }) => {
    const bare = block.replace(BREAKING, "");
    const isBreaking = bare !== block || headings.some((heading) => BREAKING_SECTION.test(heading));
    const [sentence, ...more] = proseSentences(bare.replaceAll(AROUND, ""));
    if (!sentence || (!isItem && !isBreaking)) return [];
    const { masked } = sentence;
    const parts = writtenParts(sentence.text, masked);
    const main = parts.maskedMain;
    if (
      masked.endsWith("?") ||
      ASKS.test(masked) ||
      OPEN.test(main) ||
      PASSING.test(masked) ||
      ORDINARY.test(main)
    )
      return [];
    const settles = SETTLES.some((one) => one.test(main));
    // What breaks is often said in the first sentence and what that means in the next.
    const said = isBreaking ? [main, ...more.slice(0, 2).map((one) => one.masked)] : [];
    const isMade =
      settles ||
      said.some((one) => [...SETTLES, ...EXCHANGES, ...BINDS, AGAINST].some((how) => how.test(one)));
    if (!isMade) return [];
    return [
      {
        line,
        quote: sentence.text,
        statement: statedInWriting(parts.main),
        alternatives: parts.alternatives,
        ...(parts.reasoning && { reasoning: parts.reasoning }),
        strength: (isBreaking ? 2 : 1) + (settles ? 1 : 0) + (parts.reasoning === undefined ? 0 : 1),
      },
    ];
  });
}
