/** The evidence that a pattern applies to a task. */
export interface ThreatEvidence {
  /** BM25 score of the task's words against the words of the pattern. */
  readonly words: number;
  /** Mean cosine of the pattern's nearest texts; undefined without an embedding. */
  readonly meaning?: number | undefined;
  /**
   * The information in the file path, in nats: the fewer patterns match it, the more. 0 if this pattern does not match
   * it.
   */
  readonly file: number;
}

/** What is the same for all patterns of a task. */
export interface TaskEvidence {
  /** Mean cosine of the nearest tasks that no pattern is about; by words without an embedding. */
  readonly otherTasks: number;
  /** Whether the task is a few words. */
  readonly isShort: boolean;
}

export interface ThreatWeights {
  /** How a task's patterns compare with each other. */
  readonly pattern: { readonly words: number; readonly meaning: number };
  /** Whether any pattern applies: the most words and the most meaning of any pattern against other tasks. */
  readonly any: {
    readonly bias: number;
    readonly words: number;
    readonly meaning: number;
    readonly otherTasks: number;
  };
}

/**
 * Fitted by `bench/fit-threats.ts`, apart for long and short tasks, since a few words resemble other short texts more
 * than they should. Which pattern it is is learned from the tasks to which one applies, and whether any does from all
 * of them: that a task is clearly about one of two similar patterns says little about whether it is about either. The
 * weights are for cosines of the shipped model.
 */
const WITH_MEANING: Readonly<Record<"long" | "short", ThreatWeights>> = {
  long: {
    pattern: { words: 2.09, meaning: 18.14 },
    any: { bias: -3.7, words: 0.78, meaning: 18.67, otherTasks: -16.08 },
  },
  short: {
    pattern: { words: 1.97, meaning: 17.95 },
    any: { bias: -3.85, words: 0.72, meaning: 15.79, otherTasks: -11.27 },
  },
};
const BY_WORDS: Readonly<Record<"long" | "short", ThreatWeights>> = {
  long: {
    pattern: { words: 3.39, meaning: 0 },
    any: { bias: -2.22, words: 2.61, meaning: 0, otherTasks: -2.61 },
  },
  short: {
    pattern: { words: 4.59, meaning: 0 },
    any: { bias: -1.17, words: 2.55, meaning: 0, otherTasks: -2.45 },
  },
};

/** Not fitted, because few tasks name a file. It settles what is close and hides nothing that is clear. */
const FILE_WEIGHT = 0.4;

/**
 * How fast a pattern that fits worse than the best one becomes unlikely. Most tasks have one flaw that matters, and what
 * is shown besides should be nearly as likely.
 */
const STEEPNESS = 0.3;

/**
 * The probability that each pattern applies, in the same order: that any does, times how near the pattern is to the best
 * one. The threshold is `RELEVANCE_THRESHOLD`.
 */
export function threatRelevance(
  patterns: readonly ThreatEvidence[],
  task: TaskEvidence,
  weights = weightsFor(patterns, task),
): number[] {
  const strengths = patterns.map(
    ({ words, meaning = 0, file }) =>
      weights.pattern.words * Math.sqrt(words) + weights.pattern.meaning * meaning + FILE_WEIGHT * file,
  );
  const best = strengths.reduce((most, strength) => Math.max(most, strength), -Infinity);
  const { words, meaning } = strongest(patterns);
  const { any } = weights;
  const logit = any.bias + any.words * words + any.meaning * meaning + any.otherTasks * task.otherTasks;
  const anyApplies = 1 / (1 + Math.exp(-logit));
  return strengths.map((strength) => anyApplies * Math.exp(-STEEPNESS * (best - strength)));
}

function weightsFor(patterns: readonly ThreatEvidence[], { isShort }: TaskEvidence): ThreatWeights {
  const byMeaning = patterns.some(({ meaning }) => meaning !== undefined);
  return (byMeaning ? WITH_MEANING : BY_WORDS)[isShort ? "short" : "long"];
}

/** The most words and the most meaning of any pattern, on the scale of the weights. */
export function strongest(patterns: readonly ThreatEvidence[]): { words: number; meaning: number } {
  let [words, meaning] = [0, 0];
  for (const one of patterns) {
    words = Math.max(words, one.words);
    meaning = Math.max(meaning, one.meaning ?? 0);
  }
  return { words: Math.sqrt(words), meaning };
}
