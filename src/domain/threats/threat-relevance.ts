/** What speaks for a pattern when a task is given. */
export interface ThreatEvidence {
  /** BM25 of the task's words over the words of the pattern. */
  readonly words: number;
  /** Mean cosine of the pattern's nearest texts; undefined where meaning cannot be had. */
  readonly meaning?: number | undefined;
  /** The same of tasks that no pattern is about; by words where meaning cannot be had. */
  readonly otherwise: number;
  /** How much the file says, in nats: the fewer patterns its path fits, the more. 0 where it fits none. */
  readonly file: number;
}

interface Weights {
  readonly bias: number;
  readonly words: number;
  readonly meaning: number;
  readonly otherwise: number;
  readonly file: number;
}

/**
 * Logistic models fitted by `bench/fit-threats.ts` on the development half of the labelled tasks, every pattern for every
 * task, and on tasks to which none applies. Recall of decisions has weights of its own: it compares one text with one, and
 * not with the thirty ways in which a pattern can be asked for. The bias stands where 97.5 % of the tasks to which nothing
 * applies get no answer, rounded up by at most 0.1. The cosines are those of the model that is shipped.
 */
const WITH_MEANING: Weights = { bias: -8.6, words: 2.47, meaning: 17.08, otherwise: -12.65, file: 0.72 };
const BY_WORDS: Weights = { bias: -5.4, words: 4.04, meaning: 0, otherwise: -2.5, file: 0.97 };

/** A pattern that fits better explains a part of the task: this share of the distance to the best counts once more. */
const IN_THE_SHADE = 0.05;

/** The probability that each pattern applies, in their order. Its threshold is the memory's own, `RELEVANT`. */
export function threatRelevance(evidence: readonly ThreatEvidence[]): number[] {
  const logits = evidence.map(logitOf);
  const best = Math.max(...logits);
  return logits.map((logit) => 1 / (1 + Math.exp(-(logit - IN_THE_SHADE * (best - logit)))));
}

function logitOf({ words, meaning, otherwise, file }: ThreatEvidence): number {
  const weights = meaning === undefined ? BY_WORDS : WITH_MEANING;
  return (
    weights.bias +
    weights.words * Math.sqrt(words) +
    weights.meaning * (meaning ?? 0) +
    weights.otherwise * otherwise +
    weights.file * file
  );
}
