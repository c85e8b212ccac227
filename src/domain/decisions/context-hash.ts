import { createHash } from "node:crypto";
import { hashedAuthor } from "../shared/actor.ts";
import type { DecisionMeaning } from "./decision.ts";
import { DECISION_FIELDS, type FieldsWith } from "./decision-fields.ts";

type HashedField = FieldsWith<"hashed">;

/** The fields that a version of the hash covers, in its order: fields added later come last. */
export function fieldsOfHash(
  version: number,
  fields: Readonly<Record<string, { readonly kept: string; readonly hashed?: number }>> = DECISION_FIELDS,
): readonly string[] {
  return Object.entries(fields)
    .flatMap(([name, { hashed }]) => (hashed === undefined || hashed > version ? [] : [{ name, hashed }]))
    .sort((a, b) => a.hashed - b.hashed)
    .map(({ name }) => name);
}

/** The first version without the names of people, so that a name can be erased and the hash still matches. */
const WITHOUT_PEOPLE = 2;

/** The version that new decisions are hashed with. */
export const HASH_VERSION = Math.max(
  WITHOUT_PEOPLE,
  ...Object.values(DECISION_FIELDS).map((field) => ("hashed" in field ? field.hashed : 0)),
);

const FIELDS_BY_VERSION = Array.from(
  { length: HASH_VERSION + 1 },
  (_, version) => fieldsOfHash(version) as HashedField[],
);

/**
 * SHA-256 over the meaning of a decision, with its fields in a fixed order. Time, id, session and the names of people
 * are not part of it. A stored decision is checked with the version it was captured with, which does not cover fields
 * that were added later, and covers the name of a human in version 1.
 */
export function contextHash(meaning: DecisionMeaning, version = HASH_VERSION): string {
  const parts = [
    version,
    ...(FIELDS_BY_VERSION[version] ?? []).flatMap((field) => partsOf(field, meaning, version)),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Objects become lists, so that the order of their keys does not matter. */
function partsOf(field: HashedField, meaning: DecisionMeaning, version: number): unknown[] {
  switch (field) {
    case "author":
      return [...hashedAuthor(meaning.author, version)];
    case "evidence":
      return [meaning.evidence.map(({ kind, ref }) => [kind, ref])];
    default:
      return [meaning[field] ?? null];
  }
}

export function withContextHash<M extends DecisionMeaning>(
  meaning: M,
): M & { readonly contextHash: string; readonly hashVersion: number } {
  return { ...meaning, contextHash: contextHash(meaning), hashVersion: HASH_VERSION };
}
