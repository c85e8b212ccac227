/** A question that a decision answers, and the part of the decision that the question was not taken from. */
export interface OwnQuestion {
  readonly question: string;
  readonly passage: string;
}

/** About as long as people ask. */
const LONGEST_QUESTION = 200;
/** A shorter rest says too little to be found. */
const SHORTEST_REST = 40;
const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/gu;

/**
 * Two questions to each decision, made of its own text: its statement, answered by the rest, and what the second half of
 * the rest begins with, answered by what comes before. Undefined if it says little more than its statement.
 */
export function ownQuestions(
  statement: string,
  rest: string,
): readonly [OwnQuestion, OwnQuestion] | undefined {
  const sentences = rest.match(SENTENCE)?.map((sentence) => sentence.trim()) ?? [];
  const half = Math.ceil(sentences.length / 2);
  const second = sentences.slice(half).join(" ").trim().slice(0, LONGEST_QUESTION);
  const first = sentences.slice(0, half).join(" ");
  if (rest.length < SHORTEST_REST) return undefined;
  const before = { question: statement, passage: rest };
  return [before, second === "" ? before : { question: second, passage: `${statement}. ${first}` }];
}
