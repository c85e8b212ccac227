/** A decision that seems to stand in something that is written already. Its texts are as they were written. */
export interface WrittenChoice {
  /** The words as they stand there. */
  readonly quote: string;
  /** The choice as a sentence that stands alone. */
  readonly statement: string;
  /** What was chosen against, where the words say so. */
  readonly alternatives: readonly string[];
  /** The reason, where the words give one. */
  readonly reasoning?: string | undefined;
  /** How sure the rule is that found it, from 1 on; what is surest is shown first. */
  readonly strength: number;
}
