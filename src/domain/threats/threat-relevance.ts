/** The evidence that a pattern applies to a task. */
export interface ThreatEvidence {
  /** BM25 score of the task's words against the words of the pattern. */
  readonly words: number;
  /** Mean cosine of the pattern's nearest texts; undefined without an embedding. */
  readonly meaning?: number | undefined;
  /** The same for the tasks that no pattern is about; by words without an embedding. */
  readonly otherTasks: number;
  /**
   * The information in the file path, in nats: the fewer patterns match it, the more. 0 if this pattern does not match
   * it.
   */
  readonly file: number;
}

interface Weights {
  readonly bias: number;
  readonly words: number;
  readonly meaning: number;
  readonly otherTasks: number;
  readonly file: number;
}

/**
 * Logistic models fitted by `bench/fit-threats.ts` on the development half of the labelled tasks, with every pattern
 * for every task, and on tasks to which none applies. The weights differ from those for decisions, because a task is
 * compared with thirty texts per pattern instead of one. The bias is set so that 97.5 % of the tasks to which nothing
 * applies get no result, rounded up by at most 0.1. The weights are for cosines of the shipped model.
 */
const WITH_MEANING: Weights = { bias: -8.6, words: 2.47, meaning: 17.08, otherTasks: -12.65, file: 0.72 };
const BY_WORDS: Weights = { bias: -5.4, words: 4.04, meaning: 0, otherTasks: -2.5, file: 0.97 };

/** A pattern that matches worse than the best one loses this share of its distance to the best. */
const BETTER_MATCH_PENALTY = 0.05;

/** The probability that each pattern applies, in the same order. The threshold is `RELEVANCE_THRESHOLD`. */
export function threatRelevance(evidence: readonly ThreatEvidence[]): number[] {
  const logits = evidence.map(logitOf);
  const best = Math.max(...logits);
  return logits.map((logit) => 1 / (1 + Math.exp(-(logit - BETTER_MATCH_PENALTY * (best - logit)))));
}

function logitOf({ words, meaning, otherTasks, file }: ThreatEvidence): number {
  const weights = meaning === undefined ? BY_WORDS : WITH_MEANING;
  return (
    weights.bias +
    weights.words * Math.sqrt(words) +
    weights.meaning * (meaning ?? 0) +
    weights.otherTasks * otherTasks +
    weights.file * file
  );
}
