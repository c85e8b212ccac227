import { createHash } from "node:crypto";
import type { Decision } from "../decisions/decision.ts";
import type { Outcome } from "../decisions/outcome.ts";
import type { Revision } from "../decisions/revision.ts";
import type { Signal } from "../decisions/signal.ts";
import type { Guidance } from "../guidance/guidance.ts";
import type { Link } from "../links/link.ts";
import type { Proposal } from "../proposals/proposal.ts";
import type { OtherMemory } from "../recall/memory.ts";
import type { AdrFile } from "./adr-file.ts";
import { decisionDigest } from "./decision-digest.ts";

/** A decision with its history and ADR files. */
export interface DecisionRecord {
  readonly kind: "decision";
  readonly decision: Decision;
  /** In any order; the last by time, then by id, counts. */
  readonly outcomes: readonly Outcome[];
  readonly signals: readonly Signal[];
  /** All wordings if it was edited, the first one first; the decision has the newest. */
  readonly revisions?: readonly Revision[] | undefined;
  readonly files: readonly AdrFile[];
}

/** One record of an import, ready to be stored. All texts have been screened. */
export type ImportedRecord =
  | DecisionRecord
  | { readonly kind: "memory"; readonly memory: OtherMemory }
  /** Names both decisions of the link by id or alias. */
  | { readonly kind: "link"; readonly link: Link }
  | { readonly kind: "proposal"; readonly proposal: Proposal };

/** Guidance is exported, because it has text, but belongs to the memory that it was given in, and is not imported. */
export type ExportedRecord = ImportedRecord | { readonly kind: "guidance"; readonly guidance: Guidance };

export type ImportedKind = ImportedRecord["kind"];

/** The projects that a record would be written to. */
export function projectsOf(record: ImportedRecord): string[] {
  switch (record.kind) {
    case "decision":
      return [record.decision, ...record.outcomes, ...record.signals, ...record.files].map(
        ({ project }) => project,
      );
    case "memory":
      return [projectOfMemory(record.memory)];
    case "link":
      return [record.link.project];
    case "proposal":
      return [record.proposal.project];
  }
}

function projectOfMemory(memory: OtherMemory): string {
  switch (memory.type) {
    case "checkpoint":
      return memory.checkpoint.project;
    case "insight":
      return memory.insight.project;
    case "context":
      return memory.context.project;
  }
}

/**
 * A digest that must be the same on both sides of an import. It covers everything that is exported. The decisions of a
 * link are given by id, because the other side may use aliases.
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
      return sha256(canonical(record.proposal));
  }
}

/** The same text for equal values, independent of the order of fields and aliases. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, one: unknown) => {
    if (name === "aliases" && Array.isArray(one))
      return [...(one as string[])].sort((a, b) => (a < b ? -1 : 1));
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A checksum over a sequence of digests. */
export function startChecksum(): { add(digest: string): void; value(): string } {
  const hash = createHash("sha256");
  return { add: (digest) => void hash.update(digest), value: () => hash.copy().digest("hex") };
}

export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
