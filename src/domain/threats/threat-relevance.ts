/** The evidence that a pattern applies to a task. */
export interface ThreatEvidence {
  /** BM25 score of the task's words against the words of the pattern. */
  readonly words: number;
  /** Mean cosine of the pattern's nearest texts; undefined without an embedding. */
  readonly meaning?: number | undefined;
  /** Cosine of the nearest of them. */
  readonly closest?: number | undefined;
  /** The same for the tasks that no pattern is about; by words without an embedding. */
  readonly otherTasks: number;
  /**
   * The information in the file path, in nats: the fewer patterns match it, the more. 0 if this pattern does not match
   * it.
   */
  readonly file: number;
  /** Whether the task is a few words. */
  readonly isShort: boolean;
}

interface Weights {
  readonly bias: number;
  readonly words: number;
  readonly meaning: number;
  readonly closest: number;
  readonly otherTasks: number;
}

/**
 * Logistic models fitted by `bench/fit-threats.ts` on one half of the labelled tasks, with every pattern for every task,
 * apart for long and short tasks, since a few words resemble other short texts more than they should. How much the
 * resemblance to other tasks counts is fitted on whether any pattern applies. The weights differ from those for
 * decisions, because a task is compared with thirty texts per pattern instead of one. They were fitted before triggers
 * were added for tasks of that half that were missed, since those would make the nearest text look better than it is.
 * The bias is set so that 97.5 % of the tasks to which nothing applies get no result, for long ones 0.3 above that, since
 * other tasks were added afterwards. For short ones it is stricter, with less weight on other tasks, because titles of
 * decisions resemble neither and one in two got a threat. By words alone it has to be negative, or a task without any
 * known word would get all patterns. The weights are for cosines of the shipped model.
 */
const WITH_MEANING: Readonly<Record<"long" | "short", Weights>> = {
  long: { bias: -8.1, words: 1.97, meaning: 5.61, closest: 5.25, otherTasks: -9.68 },
  short: { bias: -6.9, words: 2.27, meaning: 5.9, closest: 5.72, otherTasks: -14 },
};
const BY_WORDS: Readonly<Record<"long" | "short", Weights>> = {
  long: { bias: -5.1, words: 2.7, meaning: 0, closest: 0, otherTasks: -1.81 },
  short: { bias: -6.77, words: 3.69, meaning: 0, closest: 0, otherTasks: -1.19 },
};

/** Not fitted, because few tasks name a file. It settles what is close and hides nothing that is clear. */
const FILE_WEIGHT = 0.4;

/**
 * A pattern that matches worse than the best one loses this share of its distance to the best. Most tasks have one flaw
 * that matters, and what is shown besides should be nearly as likely.
 */
const BETTER_MATCH_PENALTY = 1;

/** The probability that each pattern applies, in the same order. The threshold is `RELEVANCE_THRESHOLD`. */
export function threatRelevance(evidence: readonly ThreatEvidence[]): number[] {
  const logits = evidence.map(logitOf);
  const best = Math.max(...logits);
  return logits.map((logit) => 1 / (1 + Math.exp(-(logit - BETTER_MATCH_PENALTY * (best - logit)))));
}

function logitOf({ words, meaning, closest, otherTasks, file, isShort }: ThreatEvidence): number {
  const weights = (meaning === undefined ? BY_WORDS : WITH_MEANING)[isShort ? "short" : "long"];
  return (
    weights.bias +
    weights.words * Math.sqrt(words) +
    weights.meaning * (meaning ?? 0) +
    weights.closest * (closest ?? 0) +
    weights.otherTasks * otherTasks +
    FILE_WEIGHT * file
  );
}
