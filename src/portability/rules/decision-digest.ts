import { createHash } from "node:crypto";
import { EXPORTED_FIELDS } from "../../decisions/index.ts";
import type { DecisionRecord } from "./import-store.ts";

/** Covers everything that is exported of a decision and its history, so that any loss in an import is noticed. */
export function decisionDigest({
  decision,
  outcomes,
  signals,
  files,
  revisions = [],
}: DecisionRecord): string {
  // A store may return aliases in any order.
  const aliases = [...decision.aliases].sort((a, b) => (a < b ? -1 : 1));
  const fields = EXPORTED_FIELDS.map((name) => (name === "aliases" ? aliases : decision[name]));
  const known = files
    // The memory hash is only known after the import, when the links are there.
    .map(({ memoryHash: _, ...file }) => file)
    .sort((a, b) => (`${a.folder}\n${a.path}` < `${b.folder}\n${b.path}` ? -1 : 1));
  // What belongs to each wording; the rest of a revision follows from the decision.
  const words = byTime(revisions).map(({ id, at, author, content: { hashVersion: _, ...content } }) => ({
    id,
    at,
    author,
    content,
  }));
  const text = JSON.stringify(
    [fields, byTime(outcomes), byTime(signals), known, ...(words.length > 0 ? [words] : [])],
    inOrder,
  );
  return createHash("sha256").update(text).digest("hex");
}

/** A source may list a history in any order; a store returns it by time, then by id. */
function byTime<T extends { readonly at: Date; readonly id: string }>(history: readonly T[]): T[] {
  return history.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

/** The two sides of an import may order the keys of an object differently. */
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
