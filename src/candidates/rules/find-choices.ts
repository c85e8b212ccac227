import type { Screened } from "../../shared/text.ts";
import { agentsChoice, situationOf } from "./agents-choice.ts";
import type { CandidateOrigin, FoundChoice } from "./candidate.ts";
import { type SentenceChoice, withoutEmphasis } from "./choice-parts.ts";
import { isMachinePrompt, personsChoice } from "./persons-choice.ts";
import { proseSentences } from "./prose-sentences.ts";

/**
 * The sentences of a turn in which a decision was made, by rule. What is missed costs less than what is found wrongly,
 * because a person looks at each of them. It takes texts apart, so they have to be screened before.
 */
export function findChoices({
  prompt = NOTHING,
  reply = NOTHING,
}: {
  readonly prompt?: Screened | undefined;
  readonly reply?: Screened | undefined;
}): FoundChoice[] {
  const persons = isMachinePrompt(prompt) ? NOTHING : prompt;
  return [...inPrompt(persons), ...inReply(reply, persons)];
}

const NOTHING = "" as Screened;

function inPrompt(prompt: string): FoundChoice[] {
  let wasChoice = false;
  return proseSentences(prompt).flatMap((sentence) => {
    const choice = personsChoice(sentence, wasChoice);
    wasChoice = choice !== undefined;
    return choice ? [foundChoice("person", choice)] : [];
  });
}

function inReply(reply: string, prompt: string): FoundChoice[] {
  const sentences = proseSentences(reply);
  const situation = situationOf(prompt, reply);
  return sentences.flatMap((sentence, i) => {
    const choice = agentsChoice(sentence, sentences[i + 1], situation);
    return choice ? [foundChoice("agent", choice)] : [];
  });
}

function foundChoice(origin: CandidateOrigin, { quote, parts }: SentenceChoice): FoundChoice {
  const { main, alternatives, reasoning } = parts;
  return { origin, quote, statement: statedChoice(main), alternatives, ...(reasoning && { reasoning }) };
}

/** What leads up to a choice, and what is said in its place. The first that fits counts. */
const LEADS: readonly (readonly [RegExp, string])[] = [
  [/^(.{1,80}?) it is(?: then)?(?=,|$)/i, "use $1"],
  [/^(?!no\b|use\b|keep\b|merge\b|drop\b|skip\b)([^,]{1,60}) then(?=,|$)/i, "use $1"],
  [/ then$/i, ""],
  [/^.{0,60}?\b(?:decided|agreed|opted|chose) not to /i, "do not "],
  [/^.{0,60}?\b(?:decided|agreed|opted|chose)(?: [^,]{1,40}?)? (?:to |that )/i, ""],
  [/^.{0,60}?\b(?:decided|agreed) against /i, "do not use "],
  [/^.{0,60}?\b(?:decided|settled|agreed|opted) (?:on|for) /i, "use "],
  [/^(?:I|we)(?:'ve| have)? (?:also )?(?:ruled out|rejected) /i, "do not use "],
  [/^let'?s not /i, "do not "],
  [/^we (?:won't|wont|will not) /i, "do not "],
  [
    /^.{0,40}?\b(?:let'?s|let us|we|we'll|we will|we're|we are|were|we are going to|I|I'm|I'll|I will|I want to|I'd rather)? ?(?:just |also |simply |now )?(?:go(?:ing)? (?:with|for)|went (?:with|for)|gone with) /i,
    "use ",
  ],
  [
    /^(?:let'?s|let us|we'll|we will|we're going to|we are going to|I'll|I will|I want to|we want to|I'd rather) (?:just |also |simply |now |not )?/i,
    "",
  ],
];

/** `I kept …` is said as `Keep …`. */
const PAST: Readonly<Record<string, string>> = {
  chose: "choose",
  picked: "pick",
  kept: "keep",
  used: "use",
  put: "put",
  set: "set",
  made: "make",
  moved: "move",
  switched: "switch",
  stored: "store",
  wrote: "write",
  built: "build",
  added: "add",
  replaced: "replace",
  split: "split",
  dropped: "drop",
  removed: "remove",
  implemented: "implement",
  stuck: "stick",
  stayed: "stay",
};
/** Such a sentence stands as it is. */
const NO_BASE_FORM =
  /^(?:\w+ed|took|found|gave|ran|left|did|was|were|am|are|had|have|got|came|went|can|could|would|should|must|wo|do|want)$/i;
const WHO_DID = /^(?:I|we)(?:'ve| have)? (?:(?:also|now|deliberately|therefore|simply) )?(\w+)/i;

/** The choice as a sentence that stands alone. */
export function statedChoice(main: string): string {
  const text = withoutEmphasis(main)
    .replace(/[’‘]/g, "'")
    .replace(/[\s,;:.!–—-]+$/, "");
  for (const [lead, instead] of LEADS)
    if (lead.test(text)) return capitalised(text.replace(lead, instead).trim());
  const [who, verb = ""] = WHO_DID.exec(text) ?? [];
  if (who === undefined) return capitalised(text);
  const rest = text.slice(who.length);
  const base = PAST[verb.toLowerCase()] ?? (NO_BASE_FORM.test(verb) ? undefined : verb);
  return capitalised(base === undefined ? text : base + rest);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
