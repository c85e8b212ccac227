/** The named groups of the patterns. */
export interface SecretGroups {
  readonly secret?: string;
  readonly user?: string;
  /** What follows a keyword in a name: `_hash` in `password_hash`. */
  readonly rest?: string;
  /** What follows a token's prefix. */
  readonly body?: string;
}

export interface FoundSecret {
  readonly start: number;
  readonly end: number;
}

interface Keywords {
  /** A readable slug that ends up in the stored text: `[redacted:github-token]`. */
  readonly id: string;
  /** In lower case. The rule is tried only where one of them occurs. */
  readonly keywords: readonly string[];
}

/** One kind of secret that a pattern describes. */
export interface PatternRule extends Keywords {
  /**
   * Sticky, tried at the keyword, and ending where the secret ends. A group named `secret` leaves out the text before it.
   */
  readonly pattern: RegExp;
  /** How many characters before the keyword the pattern begins. */
  readonly reach?: number;
  /** Bits per character that the secret must have. */
  readonly minEntropy?: number;
  /** The final decision about a match, if the pattern alone cannot tell a secret from prose. */
  readonly accept?: (secret: string, groups: SecretGroups) => boolean;
}

/** One kind of secret that is read step by step from its keyword on. It must look at a bounded part of the text only. */
export interface ReadRule extends Keywords {
  readonly find: (text: string, index: number, keyword: string) => FoundSecret | undefined;
}

export type SecretRule = PatternRule | ReadRule;
