import { createHash } from "node:crypto";
import type {
  Decision,
  DecisionChange,
  Link,
  NewRevision,
  Outcome,
  Proposal,
  Revision,
  Signal,
} from "../../decisions/index.ts";
import type { Guidance } from "../../learning/index.ts";
import type { OtherMemory } from "../../recall/index.ts";
import type { AdrFile } from "./adr-state.ts";
import { decisionDigest } from "./decision-digest.ts";

const IMPORT_KINDS = ["mama", "adr", "server-memory", "json"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

const IMPORT_STATES = ["running", "finished", "undone"] as const;

/** Counts by name (`decision.added`). A resumed import continues them. */
export type ImportCounts = Readonly<Record<string, number | undefined>>;

export interface ImportRun {
  readonly id: string;
  readonly project: string;
  readonly kind: ImportKind;
  /** The name of the source, as a person knows it. */
  readonly source: string;
  /** Identifies the source, whatever its name. */
  readonly fingerprint: string;
  readonly state: (typeof IMPORT_STATES)[number];
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  /** Where to resume. */
  readonly position?: string | undefined;
  readonly counts: ImportCounts;
}

/** What happened to one record. `erased`: it was erased here before and stays erased. `refused`: it cannot be stored. */
export type ImportFate = "added" | "known" | "erased" | "refused";

/** Adds the fates of one more batch to the counts. */
export function addFates(
  counts: ImportCounts,
  records: readonly ImportedRecord[],
  fates: readonly ImportFate[],
): ImportCounts {
  const names = records.map(({ kind }, i) => `${kind}.${fates[i]}`);
  return addCounts(
    counts,
    names.map((name) => ({ [name]: 1 })),
  );
}

export function addCounts(counts: ImportCounts, more: readonly ImportCounts[]): ImportCounts {
  const sums: Record<string, number | undefined> = { ...counts };
  for (const [name, n] of more.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + (n ?? 0);
  return sums;
}

export interface ImportBatch {
  readonly run: string;
  readonly records: readonly ImportedRecord[];
  /** Where the next batch begins. */
  readonly position: string;
  /** All counts so far, without the fates of this batch. */
  readonly counts: ImportCounts;
}

/** The checksums cover all records of a run, as read and as stored. */
export interface Verification {
  readonly ok: boolean;
  readonly records: number;
  /** Records that are missing or differ from what was read. */
  readonly different: number;
  readonly checksumOfSource: string;
  readonly checksumOfMemory: string;
}

export interface ImportPreview {
  /** What `writeImport` would do with each record, if those of earlier calls had been written. */
  add(records: readonly ImportedRecord[]): Promise<readonly ImportFate[]>;
}

/** What an edited file does to its decision. */
export interface AdrEdit {
  readonly decisionId: string;
  /** Other words, with what else changes. */
  readonly revision?: NewRevision | undefined;
  /** What changes without other words. */
  readonly change?: DecisionChange | undefined;
  /** The memory hash of the file until now, if the file does not tell of a later outcome yet. */
  readonly memoryHash?: string | undefined;
}

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
