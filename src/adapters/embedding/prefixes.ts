import type { EmbeddingKind } from "../../domain/shared/ports.ts";

/** What a model wants to read before a text, to know which side of a search it stands on. */
export type Prefixes = Readonly<Record<EmbeddingKind, string>>;

export const NO_PREFIXES: Prefixes = { query: "", passage: "" };

/** The E5 family was trained with these, and is worse without. */
const E5_PREFIXES: Prefixes = { query: "query: ", passage: "passage: " };

export function prefixesOf(modelName: string): Prefixes {
  return /\be5\b/i.test(modelName) ? E5_PREFIXES : NO_PREFIXES;
}
