import {
  AGAINST,
  AGAINST_OVER,
  ASKS,
  COMPARES_NUMBERS,
  OPEN,
  partsOf,
  type SentenceChoice,
  SUBORDINATE,
} from "./choice-parts.ts";
import type { ProseSentence } from "./prose-sentences.ts";

const LEAST_WORDS = 2;

/** They say that somebody has decided what stands before. */
const AUTHORITY =
  /\b(?:signed (?:it |this |that )?off|approved (?:it|this|that)|wants? (?:it|that|this) (?:that way|like that|so)|insists?(?: on (?:it|that))?)\b/i;
/** `The API stays on v1`. Bugs are told so as well, and therefore it takes a second part that says what is not done. */
const STAYS =
  /(?:^|[,;:] (?:but |and |so )?)(?!it\b|this\b|(?:the )?(?:\w+ )?(?:modal|dialog|spinner|button|menu|screen|page|cursor|window|process|request|connection|job|memory|cpu|tooltip)\b)(?:[^,;:?]{2,60}) (?:stays?|remains?) .{2,120}(?:\bno\b|\bonly\b|\bwon't\b|\bwont\b|, we\b|\band we\b|\bfor good\b|\bwants? it\b)/i;

/** `Feature flags must default to off`: a rule, if it is about a thing. */
const SETS_A_RULE =
  /^(?!(?:it|this|that|they|you|i|there|he|she|tests?|the tests?|all tests|something|we|(?:the )?(?:users|people|customers|clients))\b)(?:[^,;:?]{3,60}) (?:must(?: not| never| always)?|(?:is|are) never|(?:is|are) always) (?!be (?:a|an|the|some|something|wrong|broken|missing|possible|able|faster|easier)\b|have been\b|work\b|pass\b|exist\b)\w+/i;
/** `Tailwind only in the marketing site, the admin gets css modules`. */
const ONLY_THERE = /^(?!(?:it|this|i|you|why|that)\b)\S+(?: \S+)? only (?:in|for|on|at|where|when) /i;
/** They are about the whole sentence, so that a reason may stand anywhere in it. */
const WHOLE = [AUTHORITY, STAYS, SETS_A_RULE, ONLY_THERE];
/** `Ulid it is`. */
const IT_IS =
  /^(?!.*\b(?:what|as|how|where|than|that|which|who|whatever|like|think|because|when|why) it is)(?:\S+ ){1,6}it is(?:[.!]|,.*|$| then[.!]?$)/i;
/** `Css modules then`, `no rewrite then`. Where it begins with another verb, something is to be done. */
const THEN =
  /^(?!(?:do|run|try|fix|push|commit|add|write|go|make|show|check|deploy|revert|ship|send|start|continue|proceed|see|wait|tell|give|let|lets|let's|please|remove|delete|update|what|that's|thats|i|it|we|you|this|that|the (?:tests?|bug|error))\b)(?!\S+ (?:it|that|this|them)\b)(?:\S+ ){1,8}then(?:[.!]|,.*)?$/i;
const SOFTLY = "(?:(?:just|all|now|simply|better|also|definitely|still|rather|please|always) )?";

const CHOOSE =
  "(?:go (?:with|for)|stick (?:with|to)|stay (?:with|on|at)|switch(?: over| back)? to|move(?: over| back)? to|migrate (?:\\w+ )?to|pick|choose|adopt|drop|ditch|scrap|standardi[sz]e on|settle (?:on|for)|replace|retire|get rid of)";
const CHOOSING =
  "(?:going (?:with|for)|sticking (?:with|to)|staying (?:with|on)|switching (?:back )?to|moving (?:back )?to|migrating to|dropping|ditching|retiring|standardi[sz]ing on)";

/** They choose whatever follows. */
const CHOOSES: readonly RegExp[] = [
  new RegExp(`\\b(?:let'?s|let us) ${SOFTLY}(?:${CHOOSE}|use|keep|take|skip|avoid)\\b`, "i"),
  new RegExp(`\\bwe(?:'ll| will|'re going to| are going to| gonna)? ${SOFTLY}${CHOOSE}\\b`, "i"),
  new RegExp(`\\b(?:we're|we are|were|i'm|im) ${SOFTLY}${CHOOSING}\\b`, "i"),
  new RegExp(`\\b(?:i'll|i will|i want to|i'd rather|we'd rather|id rather) ${SOFTLY}${CHOOSE}\\b`, "i"),
  /^(?:go with|stick with|stay (?:with|on)|going with|standardi[sz]e on)\b/i,
  /\b(?:we|i|(?<!\b(?:old|other|previous|their|his|first) )team|legal|security|management|product)(?:'ve| have| has)? (?:all |finally |just |both )?(?:decided|agreed|settled on|settled for|opted|chose|picked)\b(?! up\b| the wrong\b)/i,
  /\b(?:it was|it's|has been|is) (?:decided|settled|agreed)\b(?! by\b)/i,
  /\bwe (?:won't|will not|wont) (?!have\b|be\b|know\b|get\b|see\b|need\b|make it\b|notice\b|find\b)\w+/i,
  /\b(?:from now on|going forward|from here on|as of (?:this|the next|now|today|v?\d)|starting (?:today|with))\b/i,
  /\bwe(?:'ll)? (?:\w+ )?(?:drop|stop) (?:support|using)\b/i,
  /^(?:never|always) (?!mind\b)\w+ \w+/i,
];

/** The few forms of other languages that hardly mean anything but a choice. */
const FOREIGN: readonly RegExp[] = [
  /\bwir (?:bleiben bei|steigen (?:\S+ )?um auf|wechseln (?:zu|auf)|verzichten auf)(?= )/i,
  /\bwir haben uns (?:für|gegen) .{2,80} entschieden\b/i,
  /\b(?:vamos con|nos quedamos con|hemos decidido|decidimos)(?= )/i,
  /\b(?:on part sur|on reste sur|partons sur|restons sur|on a décidé|nous avons décidé)(?= )/i,
];
const OUTRIGHT = [IT_IS, THEN, ...CHOOSES, ...FOREIGN];
const CHOOSE_OR_DESCRIBE = "(?:use|keep|take|skip|avoid|support|store|treat|leave|limit|cap)";

/** They choose where a reason is given, or something chosen against. */
const CHOOSES_WITH_MORE: readonly RegExp[] = [
  new RegExp(`^(?:please |pls |just |rather |better |only )?(?:${CHOOSE}|${CHOOSE_OR_DESCRIBE})\\b`, "i"),
  new RegExp(
    `\\b(?:we|we'll|we will|i'll|i want to|i want us to|we want to|let'?s(?: not)?|i'd rather|id rather|i prefer to|i prefer) ${SOFTLY}\\w+`,
    "i",
  ),
  /, (?:then |and |but |so |just )?(?:use|keep|leave|stick with|stay with|skip|drop) /i,
  /\b(?:i'd rather|id rather|i prefer|we prefer)\b/i,
];
/** The same, where a reason is given, or something chosen against. */
const FOREIGN_WITH_MORE: readonly RegExp[] = [
  /\bwir (?:nehmen|behalten|verwenden|nutzen|speichern|machen)(?= )/i,
  /^(?:nimm|nehmt|behalte|verwende)(?= )/i,
  /\b(?:usamos|usemos|mejor usamos|guardamos)(?= )/i,
  /\bon (?:prend|garde|utilise)(?= )/i,
];
const WITH_MORE = [...CHOOSES_WITH_MORE, ...FOREIGN_WITH_MORE];

/** They choose where something is chosen against. */
const CHOOSES_AGAINST: readonly RegExp[] = [/\b(?:i|we) want (?!you\b|to (?:know|see|understand)\b)/i];
/** They choose where both are said. Without a reason, a bug is told so. */
const CHOOSES_WITH_BOTH: readonly RegExp[] = [
  /^(?!(?:it|this|that|there)\b)[^,;:?]{3,80} (?:is|are|go|goes|lives?|belongs?|uses?|gets?) /i,
];
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

/** What stands before the choice and says nothing about it. */
const OPENERS =
  /^(?:(?:ok(?:ay)?|k|yes|yeah|yep|yup|right|alright|all right|fine|good(?: enough| point| idea)?|great|cool|sure|thanks|thank you|thx|hmm*|well|so|then|and|but|also|agreed|perfect|nice|sounds good|makes sense|i see|got it|true|no(?=,)|nope|actually|please|pls|btw|in that case)(?:[,.!;:]+|\s+[–—-])?\s+)+/i;
/** An announcement or a subject, before a colon. */
const LEAD =
  /^(?:(?:ok(?:ay)?|so|and|also),? )?(?:about|for|regarding|re|on|as for|after|concerning|decision|decisions|decided|agreed|agreement|we (?:discussed|talked|agreed|decided|settled)|let'?s settle|settled|final|conclusion|result|outcome|from|new rule|rule|policy|heads up|fyi|note|context|answer)\b[^:]{0,80}:\s+/i;
/** A lead that says that something was decided. */
const ANNOUNCES =
  /\b(?:decision|decisions|decided|agreed|agreement|discussed|settled?|final|conclusion|outcome|new rule|policy|from now on)\b/i;
/** Goes on with what was chosen in the sentence before. */
const GOES_ON = /^(?:and|also|plus),? (?:we|no|never|always)\b/i;

/** What somebody tells of a bug, of the past, or of their own doings. */
const TELLS =
  /\b(?:keep(?:s|ing)? (?:getting|seeing|failing|crashing|having|running|going|happening)|used to|we (?:had|were|tried|thought|got|(?!decided|agreed|settled|opted|picked|need)\w+ed)|(?:understand|explain|know|see) (?:why|how|what|if)|drop (?:into|by)|for (?:the|this) tests?|last (?:week|month|year|time)|back then|getting an? error|keep in mind)\b|\b(?:use|leave|put|take|add|keep) (?:a|an|the|this|that|another) (?:\w+ )?(?:branch|debugger|comment|look|screenshot|note|todo|breakpoint|log|folder|file|command|worktree|notes?|break)\b|\b(?:yet|for the moment)[.!]?$/i;
/** The choice has no name: it refers to what was said before. */
const REFERS =
  /\b(?:go with|going with|use|keep|take|drop|skip|stick with|stay with|stay on|do|pick|move to|switch to) (?:it|that|this|them|those|these|your \w+|that one|this one|the (?:first|second|third|last|next|other)(?: \w+)?|option \w+|simple|it simple|going|working|on|the next \w+|this \w+)[.!]?$/i;

/** Longer prompts are pasted texts, whose beginning says what is wanted. */
const MOST_CHARACTERS = 1_200;
/** Of a prompt, what is looked at: more was pasted, and nobody wants to wait for it. */
const MOST_READ = 50_000;
/** Fewer words than this ask for nothing that was ever decided: `continue`, `yes, do that`. */
const LEAST_PROMPT_WORDS = 4;

/** What clients put into the place of a prompt: notices of their own, commands, and the output of commands. */
const MACHINE_PROMPTS: readonly RegExp[] = [
  /^\s*<(?:task-notification|command-name|command-message|local-command|bash-(?:input|stdout|stderr)|system-reminder|hook_context|user-prompt-submit-hook)\b/i,
  /^\s*\[(?:Request interrupted|SYSTEM NOTIFICATION)/i,
  /^\s*(?:This session is being continued from a previous conversation|Caveat: The messages below were generated)/i,
  /^\s*[/!#][\w:-]*(?:\s|$)/,
];

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
/** Lines of stack traces, logs, diffs and prompts of a shell, and quotations. */
const PASTED_LINE =
  /^\s*(?:at\s+\S.*[):]\d*|File ".*", line \d+.*|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\[?\d\d:\d\d:\d\d.*|[+-]{1,3}(?=[^\s-]).*|@@.*@@.*|[$>%#]\s.*|\S+:\d+:\d+.*|(?:npm|yarn|pnpm) (?:ERR!|WARN).*|(?:[A-Z]\w*)?(?:Error|Exception)\b:?.*|(?:WARN|ERROR|INFO|DEBUG|FATAL|FAIL)\b.*)$/;
/** A character of a script without spaces between words, or a word of another one. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const SENTENCE_END = /(?<=[.!?…])\s+|(?<=[。！？])|\n+/u;
/** Each is searched for by itself, while a person waits. */
const MOST_SENTENCES = 8;

/** Whether a program wrote it in the place of a person. */
export const isMachinePrompt = (prompt: string): boolean =>
  MACHINE_PROMPTS.some((pattern) => pattern.test(prompt));

/**
 * What a person asks for, without the code and the output they pasted. Undefined if that is nothing that the memory could
 * know something about.
 */
export function personsWords(prompt: string): string | undefined {
  if (isMachinePrompt(prompt)) return undefined;
  const words = prompt
    .slice(0, MOST_READ)
    .replace(FENCE, "\n")
    .split("\n")
    .filter((line) => !PASTED_LINE.test(line))
    .join("\n")
    .trim()
    .slice(0, MOST_CHARACTERS);
  return saysSomething(words) ? words : undefined;
}

/** The sentences of a prompt that say something by themselves. */
export function sentencesOf(words: string): string[] {
  return words
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter(saysSomething)
    .slice(0, MOST_SENTENCES);
}

const saysSomething = (text: string): boolean => (text.match(WORD)?.length ?? 0) >= LEAST_PROMPT_WORDS;
