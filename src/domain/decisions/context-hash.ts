import { createHash } from "node:crypto";
import type { DecisionMeaning } from "./decision.ts";
import { DECISION_FIELDS, type FieldsWith } from "./decision-fields.ts";

type Meant = FieldsWith<"hashed">;

/** The fields of one version of the hash, in its order: those that joined later come last. */
export function fieldsOfHash(
  version: number,
  fields: Readonly<Record<string, { readonly kept: string; readonly hashed?: number }>> = DECISION_FIELDS,
): readonly string[] {
  return Object.entries(fields)
    .flatMap(([name, { hashed }]) => (hashed === undefined || hashed > version ? [] : [{ name, hashed }]))
    .sort((a, b) => a.hashed - b.hashed)
    .map(({ name }) => name);
}

/** The version that new decisions are hashed with. */
export const HASH_VERSION = Math.max(
  ...Object.values(DECISION_FIELDS).map((field) => ("hashed" in field ? field.hashed : 0)),
);

const FIELDS = Array.from({ length: HASH_VERSION + 1 }, (_, version) => fieldsOfHash(version) as Meant[]);

/**
 * SHA-256 over what a decision meant, with its fields in a fixed order. Time, id and session are not part of it. A stored
 * decision is checked with the version it was captured with, which knows nothing of the fields that joined since.
 */
export function contextHash(meaning: DecisionMeaning, version = HASH_VERSION): string {
  const parts = [version, ...(FIELDS[version] ?? []).flatMap((field) => partsOf(field, meaning))];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Objects become lists, so that the order in which their keys were written does not count. */
function partsOf(field: Meant, meaning: DecisionMeaning): unknown[] {
  switch (field) {
    case "author":
      return [meaning.author.kind, meaning.author.name];
    case "evidence":
      return [meaning.evidence.map(({ kind, ref }) => [kind, ref])];
    default:
      return [meaning[field] ?? null];
  }
}

/** What a decision meant, together with its hash. */
export function withContextHash<M extends DecisionMeaning>(
  meaning: M,
): M & { readonly contextHash: string; readonly hashVersion: number } {
  return { ...meaning, contextHash: contextHash(meaning), hashVersion: HASH_VERSION };
}
