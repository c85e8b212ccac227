import { createHash } from "node:crypto";
import type { Decision } from "../decisions/decision.ts";
import type { Outcome } from "../decisions/outcome.ts";
import type { Signal } from "../decisions/signal.ts";
import type { LinkState, Relation } from "../links/link.ts";
import type { Proposal } from "../proposals/proposal.ts";
import type { Author } from "../shared/actor.ts";
import type { Screened } from "../shared/text.ts";
import type { AdrFile } from "./adr-file.ts";
import { decisionDigest } from "./decision-digest.ts";

export interface ImportedLink {
  readonly id: string;
  readonly project: string;
  /** Both ends by id or alias. */
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly state: LinkState;
  readonly at: Date;
  /** What is kept besides, in the words of the row: reason, evidence, who proposed it, origin. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A memory that is no decision. */
export interface OtherMemory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly type: "checkpoint" | "insight" | "context";
  readonly project: string;
  readonly content: Screened;
  readonly topic?: Screened | undefined;
  readonly author: Author;
  readonly sessionId?: Screened | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The rest, in the words of its row. */
  readonly body: Readonly<Record<string, unknown>>;
}

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
  | { readonly kind: "link"; readonly link: ImportedLink }
  | { readonly kind: "proposal"; readonly proposal: Proposal };

export type ImportedKind = ImportedRecord["kind"];

/** The words of a stored memory that is no decision are what its hash covers. */
export function memoryHash({ type, project, content, topic, author, body }: OtherMemory): string {
  return sha256(JSON.stringify([type, project, content, topic ?? null, author.kind, author.name, body]));
}

/**
 * What must be the same on both sides of an import. A link is told by its ends, which the two sides name differently, so
 * its words count here and its ends are looked up.
 */
export function recordDigest(record: ImportedRecord): string {
  switch (record.kind) {
    case "decision":
      return decisionDigest(record);
    case "memory":
      return memoryHash(record.memory);
    case "link":
      return sha256(JSON.stringify([record.link.relation, record.link.state, record.link.body]));
    case "proposal":
      return sha256(
        JSON.stringify([record.proposal.target, record.proposal.statement, record.proposal.state]),
      );
  }
}

/** A sum over many digests in their order. */
export function startChecksum(): { add(digest: string): void; value(): string } {
  const hash = createHash("sha256");
  return { add: (digest) => void hash.update(digest), value: () => hash.copy().digest("hex") };
}

export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
