/** What of a memory can be suggested for a word that is being typed. */
export const STORED_KINDS = ["decisions", "links", "proposals", "keys", "domains", "projects"] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

export interface Suggestion {
  readonly value: string;
  /** Shown beside it by the shells that can. */
  readonly about?: string | undefined;
}

/** The names in a memory that is only looked at. */
export interface StoredNames {
  /** Those that begin with what is typed, the ones that are probably meant first. */
  suggest(kind: StoredKind, typed: string): Promise<readonly Suggestion[]>;
  close(): Promise<void>;
}
