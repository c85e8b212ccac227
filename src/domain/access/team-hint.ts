/** The team that a repository suggests to who works on it. */
export interface TeamHint {
  /** Without user and password. */
  readonly url: string;
  readonly fingerprint: string;
}
