import {
  AGAINST,
  AGAINST_OVER,
  ASKS,
  type ChoiceParts,
  COMPARES_NUMBERS,
  OPEN,
  partsOf,
  REASON_FOLLOWS,
  type SentenceChoice,
} from "./choice-parts.ts";
import type { ProseSentence } from "./prose-sentences.ts";

/** What the turn was about, as far as it tells descriptions from choices. */
interface Situation {
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

/** A lead that says that something was decided. */
const LEAD = /^(?:\w+ ){0,3}(?:decision|design choice|choice|trade-?off|design note)s?(?: made)?:\s+/i;

const ALSO =
  "(?:(?:also|deliberately|therefore|finally|ultimately|instead|intentionally|then|simply|still) )?";
/** They say that it was a choice. */
const CHOSE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:I|we)(?:'ve| have)? ${ALSO}(?:chose|chosen|picked|opted|went (?:with|for)|gone with|settled (?:on|for)|decided|ruled out|rejected|stuck (?:with|to)|stayed with|standardi[sz]ed on)\\b`,
  ),
  new RegExp(
    `\\b(?:I'm|I am|we're|we are|I'll|I will|we'll|we will) ${ALSO}(?:going with|go with|sticking with|stick with|stay with)\\b`,
  ),
  /\b(?:was|were|is|are) (?:chosen|picked)\b(?! from\b)/i,
  /\b(?:deliberately|on purpose|intentionally|by design)\b/i,
];

/** They say that something holds from this turn on. */
const NOW_HOLDS = /^(?:from now on\b|we now (?!have\b|know\b|see\b|get\b|need\b|only need\b)\w+)/i;
/** Somebody acts. */
const ACTS = /(?:^|[,;:]\s|\b(?:so|and|but|therefore|now) )(?:I|we)(?:'ll|'ve| will| have| now)? \w+/i;

/** What the agent does to do its work, and not what the work is. */
const TRIVIAL =
  /\bI(?:'ll| will|'ve| have)? (?:(?:now|then|first|also|just|only|therefore|decided to|chose to|opted to) )?(?:ran|run|rerun|reran|look|looked|check|checked|search|searched|grep|grepped|test|tested|verify|verified|squash|squashed|rebase|rebased|push|pushed|commit|committed|rename|renamed|open|opened|start|started|begin|began|list|listed|print|printed|measure|measured|reproduce|reproduced|compare|compared|fix|fixed|left|leave|try|tried|revert|reverted|restore|restored|undid|undo|rolled|back(?:ed)? out|installed|install|asked|ask|wait|waited|read)\b|\b(?:small|quick|one-off|shell|throwaway|temporary) (?:script|loop|command|one-liner)\b|\b(?:script|loop|one-liner|codemod|subagent|the command)\b.{0,40}\b(?:instead of|rather than)\b|\b(?:instead of|rather than) (?:a |an |the |running |writing )?(?:small )?(?:script|loop|one-liner|codemod|grep|guessing|editing|reading|asking|by hand)\b|\b(?:summary|notes|report|output|findings) (?:to|in|into)\b|\b(?:as|like) (?:before|it was)\b|\b(?:chose|picked)\b.{0,60}\b(?:to look at|to start with|first)\b|\bkept the (?:existing|current|same|old)\b|\bimports? to the top\b|\breturn(?:ed)? early\b|\bwhen (?:pushing|committing|merging|testing)\b|\bfor (?:this|the) (?:test run|check|measurement)\b/i;
/** In what the agent wrote, with its code: commands and flags. */
const COMMAND =
  /`(?:git|npm|npx|yarn|pnpm|sed|awk|grep|rg|find|cat|curl|make|docker|kubectl|ls|cp|mv|python3?|node|pip|cargo|go|jq|bash|sh) [^`]*`|`--?\w[^`]*`/;

/** What was tried and given up. */
const UNDONE =
  /\b(?:tried|first used|at first|initially|originally|reverted|rolled (?:it |that |them )?back|undid|undone|backed out|gave up)\b/i;
/** What was not done, is only an opinion, or is left for the next step. */
const NOT_MADE =
  /\bI (?:did not|didn't|have not|haven't|do not|don't|won't|will not|was not|wasn't|am not)\b|\bI'd\b|\b(?:next|later|tomorrow|afterwards|follow-up|once you|as soon as|when you|before I|before we|after that|for now)\b/i;
/** What others did, and what there was. */
const DESCRIBES =
  /^(?:(?:option|variant|approach|way) \S+|the (?:first|second|third|other|plan|idea|goal|aim|rule|author|library|framework|docs?|documentation|old|original|previous|existing|current|tests?|errors?|bug|problem|issue|cause|reason|failure|log)|sorry|they|he|she|it|you|your|this|that|there|according to|both|each|usually|normally|by default|for (?:a|an)|in general|some|most|people|today|currently|use|prefer|avoid|rather than|instead of|since|because|when|whenever|make sure|note)\b/i;
/** It is told about what was, or was there already. */
const WAS =
  /\b(?:was|were|had|came|went|got|took|did|didn't|returned|failed|used to|currently|already|existing|still|so far|previously|before the|by default|usually|normally|typically|today|often|in general)\b/i;
/** The agent did nothing, or waits for an answer about the very choice. */
const NOTHING_DONE =
  /\b(?:haven't|have not|didn't|did not) (?:changed?|touch(?:ed)?|appl(?:y|ied)) (?:anything|it|any)\b|\bnothing (?:is |was |has )?(?:been )?changed\b|\bno changes (?:were )?made\b|\bwhich (?:of (?:these|them|those)|one|option|way|approach)\b[^.]{0,80}\?/i;

/** A prompt that asks to be told something, and not to have something done. */
const WANTS_AN_ANSWER =
  /^(?:\W*)(?:(?:ok(?:ay)?|thanks|thank you|hm+|and|so|but|hey)[,.!]? )*(?:why|what|what's|whats|how|which|who|when|where|is|are|was|were|do|does|did|should|has|have|(?:can|could) (?:you|u) (?:please )?(?:tell|explain|describe|summari[sz]e|compare)|explain|describe|compare|tell me|(?:can|could|may|would) (?:i|we|it|this|that)|i(?:'m| am) wondering|if we)\b/i;
