import { agentsChoice, situationOf } from "./agents-choice.ts";
import type { CandidateOrigin, FoundChoice } from "./candidate.ts";
import type { SentenceChoice } from "./choice-parts.ts";
import { personsChoice } from "./persons-choice.ts";
import { isMachinePrompt } from "./persons-words.ts";
import { proseSentences } from "./prose-sentences.ts";
import { statedChoice } from "./stated-choice.ts";

/**
 * The sentences of a turn in which a decision was made, by rule. What is missed costs less than what is found wrongly,
 * because a person looks at each of them.
 */
export function findChoices(turn: {
  readonly prompt?: string | undefined;
  readonly reply: string;
}): FoundChoice[] {
  const prompt = turn.prompt === undefined || isMachinePrompt(turn.prompt) ? "" : turn.prompt;
  return [...inPrompt(prompt), ...inReply(turn.reply, prompt)];
}

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
