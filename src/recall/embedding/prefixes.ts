import type { EmbeddingKind } from "../../shared/ports.ts";

/** The prefixes that a model expects before a query and before a passage. */
export type Prefixes = Readonly<Record<EmbeddingKind, string>>;

export const NO_PREFIXES: Prefixes = { query: "", passage: "" };

/** The E5 family was trained with these and performs worse without them. */
const E5_PREFIXES: Prefixes = { query: "query: ", passage: "passage: " };

export function prefixesOf(modelName: string): Prefixes {
  return /\be5\b/i.test(modelName) ? E5_PREFIXES : NO_PREFIXES;
}
