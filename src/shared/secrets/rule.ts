/** The named groups of the patterns. */
export interface SecretGroups {
  readonly secret?: string;
  /** The secret, if it is in quotes. */
  readonly quoted?: string;
  /** What follows the keyword in a name: `_hash` in `password_hash`. */
  readonly rest?: string;
  readonly user?: string;
  /** What follows a token's prefix. */
  readonly body?: string;
}

/** One kind of secret. */
export interface SecretRule {
  /** A readable slug that ends up in the stored text: `[redacted:github-token]`. */
  readonly id: string;
  /** In lower case. The pattern is tried only where one of them occurs. */
  readonly keywords: readonly string[];
  /**
   * Sticky, tried at the keyword, and ending where the secret ends. A group named `secret` (or `quoted`) leaves out
   * the text before it.
   */
  readonly pattern: RegExp;
  /** How many characters before the keyword the pattern begins. */
  readonly reach?: number;
  /** Bits per character that the secret must have. */
  readonly minEntropy?: number;
  /** The final decision about a match, if the pattern alone cannot tell a secret from prose. */
  readonly accept?: (secret: string, groups: SecretGroups) => boolean;
  /** Sticky, matched at the end of an accepted secret for the rest of it. */
  readonly tail?: RegExp;
}
