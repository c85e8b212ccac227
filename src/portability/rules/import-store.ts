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
import type { Act, Author } from "../../shared/actor.ts";
import type { RemainingText } from "../../shared/erasure.ts";
import type { Scope } from "../../shared/scope.ts";
import type { AdrFile, AdrWrite } from "./adr-state.ts";
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

interface ImportBatch {
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

/**
 * Bulk writes in batches that can be resumed and undone. A run is only found in the given scope. Each record names its
 * own project.
 */
export interface ImportStore {
  /** Tells what an import would do, and writes nothing. */
  previewImport(by: Author): ImportPreview;
  /** Copies the memory and returns the path of the copy, if the store can do that. Only the newest few are kept. */
  copyBeforeImport(): Promise<string | undefined>;
  beginImport(
    run: Pick<ImportRun, "id" | "project" | "kind" | "source" | "fingerprint">,
    act: Act,
  ): Promise<ImportRun>;
  /**
   * Writes one batch and the position after it in one transaction. A link by which an agent would replace a decision of a
   * person is refused. @throws Fault `not_found`, or `conflict` if the run has ended.
   */
  writeImport(scope: Scope, batch: ImportBatch, act: Act): Promise<readonly ImportFate[]>;
  /** @throws Fault `not_found`. */
  finishImport(scope: Scope, run: string, act: Act): Promise<ImportRun>;
  /** Compares what a run read with what is stored, in slices so that other work can run in between. @throws Fault `not_found`. */
  verifyImport(scope: Scope, run: string, onProgress: (done: number) => void): Promise<Verification>;
  /** Newest first. */
  listImports(scope: Scope): Promise<readonly ImportRun[]>;
  /** How many of the records that a run added have been changed since. @throws Fault `not_found`. */
  changedSinceImport(scope: Scope, run: string): Promise<number>;
  /** Removes everything that a run added. @throws Fault `not_found`, or `conflict` if it was already undone. */
  undoImport(
    scope: Scope,
    run: string,
    act: Act,
  ): Promise<{
    run: ImportRun;
    removed: Readonly<Record<ImportedKind, number>>;
    remaining?: RemainingText | undefined;
    /** Daily copies of the memory that were deleted with it. */
    removedCopies?: number | undefined;
  }>;
}

/** Reads all records, in an order in which they can be imported again. */
export interface ExportStore {
  /** One page; `after` is the cursor of the previous page. */
  exportRecords(
    scope: Scope,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly ExportedRecord[]; readonly cursor?: string | undefined }>;
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

/** Which ADR file represents which decision. */
export interface AdrFileStore {
  adrFiles(project: string, folder: string): Promise<readonly AdrFile[]>;
  /** The files of all folders. */
  adrFilesOf(project: string): Promise<readonly AdrFile[]>;
  /** @throws Fault `not_found` if a decision is not in the project of its file. */
  saveAdrFiles(files: readonly AdrFile[]): Promise<void>;
  dropAdrFile(file: Pick<AdrFile, "project" | "folder" | "path">): Promise<void>;
  /** Writes that were begun and not ended: of a process that writes now, or was killed. */
  adrWrites(project: string, folder: string): Promise<readonly AdrWrite[]>;
  /** Call it before a file gets its name. @throws Fault `not_found` as `saveAdrFiles` does. */
  beginAdrWrites(writes: readonly AdrWrite[]): Promise<void>;
  /** Forgets the writes and saves the state of those files that were written, in one transaction. */
  endAdrWrites(writes: readonly AdrWrite[], written: readonly AdrFile[]): Promise<void>;
  /**
   * Changes a decision, or gives it other words, because its file was edited, and saves the state of the file in the same
   * transaction. @throws Fault `not_found`, or `invalid` if a revision would change nothing.
   */
  applyAdrEdit(file: Omit<AdrFile, "decisionId" | "memoryHash">, edit: AdrEdit, act: Act): Promise<Decision>;
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
