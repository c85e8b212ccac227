import { createHash } from "node:crypto";
import type { Decision } from "../decisions/decision.ts";
import type { Outcome } from "../decisions/outcome.ts";
import type { Signal } from "../decisions/signal.ts";
import type { Link } from "../links/link.ts";
import type { Proposal } from "../proposals/proposal.ts";
import type { OtherMemory } from "../recall/memory.ts";
import type { AdrFile } from "./adr-file.ts";
import { decisionDigest } from "./decision-digest.ts";

/** A decision with all that came of it. */
export interface DecisionRecord {
  readonly kind: "decision";
  readonly decision: Decision;
  /** The oldest first; the last one counts. */
  readonly outcomes: readonly Outcome[];
  readonly signals: readonly Signal[];
  readonly files: readonly AdrFile[];
}

/** What an import brings, ready to be stored. Everything in it went through screening. */
export type ImportedRecord =
  | DecisionRecord
  | { readonly kind: "memory"; readonly memory: OtherMemory }
  /** Both ends of a link by id or alias. */
  | { readonly kind: "link"; readonly link: Link }
  | { readonly kind: "proposal"; readonly proposal: Proposal };

export type ImportedKind = ImportedRecord["kind"];

/**
 * What must be the same on both sides of an import. Of links and memories that are no decisions it covers everything; the
 * ends of a link are given as ids, because the other side may name them differently.
 */
export function recordDigest(record: ImportedRecord): string {
  switch (record.kind) {
    case "decision":
      return decisionDigest(record);
    case "memory":
      return sha256(canonical(record.memory));
    case "link":
      return sha256(canonical(record.link));
    case "proposal":
      return sha256(
        JSON.stringify([record.proposal.target, record.proposal.statement, record.proposal.state]),
      );
  }
}

/** The same text for the same value, whatever the order of its fields and aliases. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, one: unknown) => {
    if (name === "aliases" && Array.isArray(one))
      return [...(one as string[])].sort((a, b) => (a < b ? -1 : 1));
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A sum over many digests in their order. */
export function startChecksum(): { add(digest: string): void; value(): string } {
  const hash = createHash("sha256");
  return { add: (digest) => void hash.update(digest), value: () => hash.copy().digest("hex") };
}

export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
